// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.contracts.plans.attachments.AttachmentNotices;
import io.linkerd.multus.contracts.plans.attachments.NamespaceRequest;
import io.linkerd.multus.contracts.plans.attachments.OptInNotices;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.settings.ControllerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is left to do where the container runtime calls the plugin for every pod (mode {@code chained}): no attachment is made, and
 * whether the cluster knows their kind does not matter. Namespaces are told what is wrong with them as ever; and where Multus comes after
 * the release, a person is told how to change the mode.
 */
public final class WithoutAttachments implements Duty {
    /** Reason of the Event. */
    static final String FOUND = "MultusFound";

    private static final Logger log = LoggerFactory.getLogger(WithoutAttachments.class);

    private static final String NAMESPACE = "namespace";
    /** The cluster has one Multus, or none. */
    private static final String MULTUS = "multus";

    private final ControllerContext context;
    private final ControllerSettings settings;
    private final ReconcileLoop<String> namespaceLoop;
    private final ReconcileLoop<Duration> multusLoop;
    private final AtomicBoolean wasThere = new AtomicBoolean();

    /** Puts everything together; nothing is asked before {@link #begin}. */
    public WithoutAttachments(ControllerContext context, ControllerSettings settings) {
        this.context = context;
        this.settings = settings;
        this.namespaceLoop = context.loop(NAMESPACE, 1, this::tell, this::concerned);
        this.multusLoop =
                context.loop(MULTUS, 1, this::lookForMultus, () -> settings.attachments().looksForMultus().stream());
    }

    /** Namespaces are watched in any case. */
    @Override
    public void watch() {}

    @Override
    public List<String> whyNotReady() {
        return List.of();
    }

    @Override
    public boolean isComplete() {
        return true;
    }

    @Override
    public void begin() {
        namespaceLoop.start();
        multusLoop.start();
    }

    @Override
    public void end() {
        multusLoop.stop();
        namespaceLoop.stop();
    }

    @Override
    public void lookAtAll() {
        namespaceLoop.addAll();
    }

    @Override
    public void namespaceChanged(String name) {
        namespaceLoop.add(name);
    }

    @Override
    public void close() {
        end();
    }

    private Stream<String> concerned() {
        return context.namespaces()
                .all()
                .filter(facts -> request(facts).isConcerned())
                .map(NamespaceFacts::name);
    }

    private ReconcileResult tell(String namespace) {
        var notices = context.namespaces()
                .get(namespace)
                .filter(facts -> !facts.terminating())
                .map(this::request)
                .map(request -> Stream.of(
                                AttachmentNotices.of(request),
                                AttachmentNotices.primaryNetwork(request),
                                OptInNotices.of(request))
                        .flatMap(Optional::stream)
                        .toList())
                .orElseGet(List::of);
        context.notices().hold(NAMESPACE + "/" + namespace, notices);
        return new ReconcileResult.Settled();
    }

    private NamespaceRequest request(NamespaceFacts facts) {
        return new NamespaceRequest(
                facts,
                facts.name().equals(settings.controlPlaneNamespace()),
                settings.excluded().has(facts.name()));
    }

    /** One small request, and the next one after {@code pause}. */
    private ReconcileResult lookForMultus(Duration pause) {
        boolean isThere = ApiException.call(
                "get API discovery", () -> context.client().supports(Multus.GROUP + "/" + Multus.VERSION, Multus.KIND));
        if (isThere && !wasThere.getAndSet(true)) {
            log.atInfo()
                    .addKeyValue("kind", Multus.PLURAL + "." + Multus.GROUP)
                    .log("the cluster knows Multus' kind by now; the Event MultusFound says what to do");
        }
        wasThere.set(isThere);
        context.notices().hold(MULTUS, isThere ? found().toList() : List.of());
        return new ReconcileResult.Requeue(pause);
    }

    private Stream<Notice> found() {
        return context.namespaces().get(settings.lease().namespace()).stream()
                .map(own -> Notice.normal(
                        Subject.namespace(own.name(), own.uid()),
                        FOUND,
                        "This cluster knows " + Multus.PLURAL + "." + Multus.GROUP
                                + " by now. Release " + settings.release()
                                + " was installed before and goes on in mode chained, as well as ever. If Multus runs on"
                                + " the nodes, `helm upgrade` with the same values changes the mode to nad; restart the"
                                + " meshed workloads then, since only new pods refer to attachments. If it does not, or"
                                + " chained is to stay, set global.mode to chained."));
    }
}
