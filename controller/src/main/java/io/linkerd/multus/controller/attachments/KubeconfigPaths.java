// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.plans.Seen;
import io.linkerd.multus.contracts.plans.attachments.HeldKubeconfig;
import io.linkerd.multus.contracts.plans.attachments.KubeconfigRollout;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.ownership.KeptObjects;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which path of the plugin's kubeconfig attachments name. A changed path reaches the nodes one by one, with a rollout of the installer; until
 * they all have it, attachments go on naming the path of before, which new installers keep beside the changed one.
 */
final class KubeconfigPaths {
    private static final Logger log = LoggerFactory.getLogger(KubeconfigPaths.class);
    private static final String KUBECONFIG = "kubeconfig";

    private final ControllerContext context;
    private final String asked;
    private final Duration patience;
    private final Supplier<KubeconfigRollout> rollout;
    private final KeptObjects<GenericKubernetesResource, String> attachments;
    private final Runnable onSettled;
    private final ReconcileLoop<String> loop;
    private final AtomicReference<Map<String, Optional<String>>> read = new AtomicReference<>(Map.of());
    private final AtomicReference<State> state = new AtomicReference<>(new State.Unknown());

    /**
     * Prepares; nothing is asked before {@link #begin}.
     *
     * @param asked the path that attachments are to name
     * @param patience with nodes whose installer does not get ready
     * @param rollout asks how far the installers are with it
     * @param onSettled called when attachments are to name it from now on
     */
    KubeconfigPaths(
            ControllerContext context,
            String asked,
            Duration patience,
            Supplier<KubeconfigRollout> rollout,
            KeptObjects<GenericKubernetesResource, String> attachments,
            Runnable onSettled) {
        this.context = context;
        this.asked = asked;
        this.patience = patience;
        this.rollout = rollout;
        this.attachments = attachments;
        this.onSettled = onSettled;
        this.loop = context.loop(KUBECONFIG, 1, _ -> look(), () -> Stream.of(KUBECONFIG));
        context.meters().gauge("linkerd_multus_controller_kubeconfig_nodes_awaited", this, KubeconfigPaths::awaited);
    }

    private sealed interface State {
        /** Attachments have not been looked at. */
        record Unknown() implements State {}

        /** The path that is asked for is named. */
        record Settled() implements State {}

        /** Another one is named meanwhile. */
        record Held(HeldKubeconfig earlier, LookPace pace) implements State {}
    }

    /** Leads from now on. The leader before may have decided otherwise, since it may have been told otherwise. */
    void begin() {
        state.set(new State.Unknown());
        loop.start();
    }

    void end() {
        loop.stop();
    }

    /** {@return the path that attachments are to name now} Without a request. */
    String current() {
        var before = state.get();
        if (before instanceof State.Unknown && attachments.isComplete()) {
            var first = KubeconfigRollout.earlierPath(asked, named())
                    .<State>map(path -> new State.Held(HeldKubeconfig.at(path, System.nanoTime()), LookPace.FIRST))
                    .orElseGet(State.Settled::new);
            state.compareAndSet(before, first);
        }
        return state.get() instanceof State.Held held ? held.earlier().path() : asked;
    }

    /** {@return what installers have to know, as an annotation of the Lease; nothing before attachments have been seen} */
    Map<String, String> toldInLease() {
        if (!attachments.isComplete()) {
            return Map.of();
        }
        var paths = new TreeSet<>(named().keySet());
        paths.add(asked);
        paths.add(current());
        return Map.of(LinkerdMultus.KUBECONFIG_PATHS_ANNOTATION, String.join("\n", paths));
    }

    private ReconcileResult look() {
        if (!attachments.isComplete()) {
            return new ReconcileResult.Requeue(LookPace.FIRST.pause());
        }
        current();
        if (!(state.get() instanceof State.Held(var earlier, var pace))) {
            return new ReconcileResult.Settled();
        }
        var now = KubeconfigRollout.earlierPath(asked, named()).isPresent()
                ? rollout.get()
                : KubeconfigRollout.NO_INSTALLERS;
        var still = earlier.after(now, System.nanoTime(), patience);
        if (still.isPresent()) {
            return new ReconcileResult.Requeue(hold(earlier, still.get(), pace).pause());
        }
        settle(earlier, now);
        return new ReconcileResult.Settled();
    }

    private void settle(HeldKubeconfig earlier, KubeconfigRollout now) {
        state.set(new State.Settled());
        log.atInfo()
                .addKeyValue("path", asked)
                .addKeyValue("before", earlier.path())
                .addKeyValue("nodesWithout", now.awaited())
                .log("attachments name the other kubeconfig from now on");
        onSettled.run();
    }

    private LookPace hold(HeldKubeconfig before, HeldKubeconfig now, LookPace last) {
        var isNews = !before.seen().equals(now.seen());
        var pace = last.after(isNews);
        state.set(new State.Held(now, pace));
        if (isNews) {
            log.atInfo()
                    .addKeyValue("path", now.path())
                    .addKeyValue("asked", asked)
                    .addKeyValue("installers", now.seen())
                    .log(
                            "attachments go on naming the kubeconfig of before, until the installers have written the other one");
        }
        return pace;
    }

    /** How many nodes are waited for; while nothing is known, that is one at least. */
    private double awaited() {
        return state.get() instanceof State.Held held
                ? Math.max(
                        1,
                        held.earlier().seen().earlier() + held.earlier().seen().awaited())
                : 0;
    }

    /** How many attachments of ours name which path. Those that are about to be taken over name their maker's. */
    private Map<String, Long> named() {
        var owner = context.owner().get();
        var contents = attachments
                .namespaces()
                .filter(namespace -> attachments.takenOver(namespace).isEmpty())
                .flatMap(namespace -> attachments.in(namespace, owner) instanceof Seen.Own<String> own
                        ? own.content().stream()
                        : Stream.empty())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        var paths = read.updateAndGet(before -> paths(contents.keySet(), before));
        return contents.entrySet().stream()
                .flatMap(said -> Optional.ofNullable(paths.get(said.getKey())).stream()
                        .flatMap(Optional::stream)
                        .map(path -> Map.entry(path, said.getValue())))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum));
    }

    /** Each content is read once: a renewal of the Lease asks for them all. */
    private static Map<String, Optional<String>> paths(Set<String> contents, Map<String, Optional<String>> before) {
        return contents.stream()
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(),
                        content -> Optional.ofNullable(before.get(content)).orElseGet(() -> pathIn(content))));
    }

    private static Optional<String> pathIn(String config) {
        return CniConfig.read(config) instanceof Result.Ok<CniConfig>(var good)
                ? good.kubeconfigPath()
                : Optional.empty();
    }
}
