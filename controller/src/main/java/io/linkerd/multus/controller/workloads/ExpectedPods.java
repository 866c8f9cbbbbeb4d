// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.RolloutNames;
import io.linkerd.multus.contracts.uids.UidRange;
import io.linkerd.multus.controller.engine.watch.NamespaceWords;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.PodTraits;
import io.linkerd.multus.controller.pods.plan.PodUsers;
import io.linkerd.multus.controller.workloads.SeenWorkload.Template;
import io.linkerd.multus.controller.workloads.plan.ExpectedPod;
import io.linkerd.multus.values.ProxyVariables;
import io.linkerd.multus.values.ValuesPath;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Derives the expected pods of one namespace, as far as the API server's objects say. What they leave open is taken to be as the pod has it, so
 * that no pod is called outdated that is not.
 *
 * @param mesh Linkerd's ConfigMaps
 * @param words of the namespace
 * @param range the namespace's user ids
 * @param optedIn whether pods of the namespace take part in what our webhook does
 * @param attaches whether those that do refer to an attachment
 */
record ExpectedPods(Mesh mesh, NamespaceWords words, Optional<UidRange> range, boolean optedIn, boolean attaches) {
    private static final Set<String> INJECTED = Set.of(Linkerd.ENABLED, "ingress");

    /**
     * {@return what a pod that takes the place of this one would get; empty where Linkerd's values do not say}
     *
     * @param template of its owner; where it is not known, the pod's own annotations count, which it may have from its namespace
     * @param asked what the injector answered for this template; empty where it was not asked
     */
    Optional<ExpectedPod> insteadOf(PodTraits pod, Optional<Template> template, Optional<InjectedParts> asked) {
        var said = template.map(Template::asked).orElseGet(pod::asked);
        return mesh.values()
                .map(values -> isWithout(pod, template)
                        ? new ExpectedPod(Optional.empty(), pod.users(), false)
                        : new ExpectedPod(
                                Optional.of(parts(values, pod, said, asked)),
                                users(values, pod, said),
                                attaches && takesPart(said)));
    }

    /** {@return whether one that takes its place would have no proxy, on purpose} One that has one, and whose template asks for it, is told. */
    private boolean isWithout(PodTraits pod, Optional<Template> template) {
        return template.filter(one -> !isInjected(one.asked())).isPresent()
                || pod.leftAlone()
                || (pod.injected().isEmpty()
                        && template.filter(Template::leftAlone).isPresent());
    }

    /** {@return whether the injector is to give a pod of the template a proxy} */
    boolean asksForProxy(Template template) {
        return !template.leftAlone() && isInjected(template.asked());
    }

    /** {@return whether the injector was to give the pod a proxy} */
    boolean asksForProxy(PodTraits pod) {
        return !pod.leftAlone() && isInjected(pod.asked());
    }

    private boolean isInjected(Map<String, String> said) {
        return !Linkerd.DISABLED.equals(words.labels().get(RolloutNames.ADMISSION_WEBHOOKS))
                && word(said, Linkerd.INJECT).filter(INJECTED::contains).isPresent();
    }

    private InjectedParts parts(
            InjectedValues values, PodTraits pod, Map<String, String> said, Optional<InjectedParts> asked) {
        var version = word(said, Linkerd.ASKED_VERSION).orElse(values.version());
        var now = pod.injected().orElseGet(() -> new InjectedParts(Optional.of(version), "", mesh.bundle(), Map.of()));
        return asked.map(fresh -> new InjectedParts(
                        fresh.proxyVersion(),
                        fresh.image(),
                        mesh.bundle(),
                        comparable(values, said, fresh.settings(), now.settings())))
                .orElseGet(() -> new InjectedParts(
                        Optional.of(version.isEmpty() ? values.version() : version),
                        now.image(),
                        mesh.bundle(),
                        now.settings()));
    }

    /**
     * Amounts that the injector is not asked for are defaults of a namespace, and variables that it does not set are another webhook's: the namespace
     * of the dry runs has others.
     */
    private Map<String, String> comparable(
            InjectedValues values, Map<String, String> said, Map<String, String> fresh, Map<String, String> now) {
        var all = new HashMap<>(fresh);
        all.keySet()
                .removeIf(name -> InjectedParts.isVariable(name)
                        ? !ProxyVariables.isInjectors(name, values.variables())
                        : name.startsWith(InjectedParts.RESOURCE) && !isAskedFor(values, said, name));
        now.forEach((name, value) -> {
            if (InjectedParts.isVariable(name)
                    ? !ProxyVariables.isInjectors(name, values.variables())
                    : name.startsWith(InjectedParts.RESOURCE)) {
                all.putIfAbsent(name, value);
            }
        });
        return all;
    }

    /** {@return whether values or an annotation say the amount, which has a name as in {@code resource limit of cpu}} */
    private boolean isAskedFor(InjectedValues values, Map<String, String> said, String name) {
        var words = name.substring(InjectedParts.RESOURCE.length()).split(" of ", 2);
        var kind = words[0];
        var resource = words[words.length - 1];
        var inValues = values.leaves()
                .get(ValuesPath.of("proxy", "resources", resource, kind).toString());
        return (inValues != null && !inValues.isEmpty())
                || word(said, "config.linkerd.io/proxy-" + resource + "-" + kind)
                        .isPresent();
    }

    /** In a namespace with a range our webhook picks one that fits, unless an annotation says which. */
    private PodUsers users(InjectedValues values, PodTraits pod, Map<String, String> said) {
        var explicit = word(said, Linkerd.PROXY_UID)
                .filter(text -> text.matches("\\d{1,10}"))
                .map(Long::valueOf);
        boolean picked = explicit.isEmpty() && range.isPresent() && takesPart(said);
        return new PodUsers(
                picked ? Optional.empty() : explicit.or(values::proxyUid),
                pod.users().others());
    }

    private boolean takesPart(Map<String, String> said) {
        var word = said.getOrDefault(Linkerd.MULTUS, "");
        return optedIn && (word.isEmpty() || word.equals(Linkerd.ENABLED));
    }

    /** The injector takes an annotation of the pod before one of the namespace, even if it is empty. */
    private Optional<String> word(Map<String, String> said, String name) {
        return Optional.ofNullable(said.get(name))
                .or(() -> Optional.ofNullable(words.annotations().get(name)));
    }
}
