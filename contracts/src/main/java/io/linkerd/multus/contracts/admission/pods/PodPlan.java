// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.admission.Cause;
import io.linkerd.multus.contracts.admission.PatchOperation;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.networks.NetworkSelectionChange;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.AllowedUids;
import io.linkerd.multus.contracts.uids.PodUids;
import io.linkerd.multus.contracts.uids.ProxyUidPlan;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/** Decides what becomes of a pod that takes part. */
final class PodPlan {

    private PodPlan() {}

    /**
     * What was seen beside the pod, and the rule that holds.
     *
     * @param namespace name of the pod's namespace
     * @param facts what the namespace says
     * @param allowed the user ids that its containers may have
     * @param scope where the attachments are
     * @param strategy where in a range to look for the proxy's
     * @param takesPart why the pod is looked at at all
     */
    record Observed(
            String namespace,
            NamespaceMarks facts,
            AllowedUids allowed,
            AttachmentScope scope,
            ProxyUidStrategy strategy,
            Cause takesPart) {}

    /** {@return the decision} A pod that the answer was applied to is admitted as it is. */
    static Verdict of(Pod pod, Observed seen) {
        var changes = new Changes(pod);
        attach(pod, seen, changes);
        pod.annotation(Linkerd.PROXY_GID)
                .or(seen.facts()::proxyGid)
                .filter(group -> !group.isEmpty())
                .map(group -> GoText.printable(GoText.shorten(group)))
                .ifPresent(group ->
                        changes.warnings.add("annotation " + Linkerd.PROXY_GID + ": what any container sends that"
                                + " runs as group " + group + " passes by the proxy, outside of the mesh"));
        return switch (ProxyUidPlan.of(uids(pod, seen))) {
            case ProxyUidPlan.Refuse(var reason) -> new Verdict.Refuse(PodCause.USER_IDS, reason);
            case ProxyUidPlan.Keep(var reason, var warnings) -> {
                changes.warnings.addAll(warnings);
                yield changes.admit(seen.takesPart(), reason);
            }
            case ProxyUidPlan.Assign(var proxy, var validator, var reason, var warnings) -> {
                changes.warnings.addAll(warnings);
                changes.annotate(Linkerd.PROXY_UID, Long.toString(proxy));
                pod.proxy().ifPresent(container -> changes.runAs(container, proxy));
                pod.validator().ifPresent(container -> validator.ifPresent(uid -> changes.runAs(container, uid)));
                yield changes.admit(seen.takesPart(), reason);
            }
        };
    }

    private static void attach(Pod pod, Observed seen, Changes changes) {
        var networks = pod.annotations().getOrDefault(Multus.NETWORKS, "");
        switch (seen.scope().attach(networks, seen.namespace())) {
            case NetworkSelectionChange.AlreadyAttached _, NetworkSelectionChange.NotNeeded _ -> {}
            case NetworkSelectionChange.Attached(var value) -> changes.annotate(Multus.NETWORKS, value);
            case NetworkSelectionChange.Unreadable(var reason) ->
                changes.warnings.add(
                        "annotation " + Multus.NETWORKS + " was left as it is, and Multus will refuse it: " + reason);
        }
    }

    static PodUids uids(Pod pod, Observed seen) {
        return new PodUids(
                seen.allowed(),
                usedUids(pod, seen.allowed()),
                chosenByInit(pod, seen.allowed()),
                pod.annotation(Linkerd.PROXY_UID),
                seen.facts().proxyUid(),
                effective(pod, pod.proxy()),
                effective(pod, pod.validator()),
                pod.validator().isPresent(),
                seen.strategy());
    }

    private static OptionalLong effective(Pod pod, Optional<Container> container) {
        return container.map(pod::effectiveUid).orElseGet(OptionalLong::empty);
    }

    private static NavigableSet<Long> usedUids(Pod pod, AllowedUids allowed) {
        var whereNone = givenByDefault(allowed);
        var used = new TreeSet<Long>();
        for (var container : pod.others()) {
            if (isInitOfItsOwnChoice(container, whereNone)) {
                continue;
            }
            var own = pod.effectiveUid(container);
            (own.isPresent() ? own : whereNone).ifPresent(used::add);
        }
        return used;
    }

    private static NavigableSet<Long> chosenByInit(Pod pod, AllowedUids allowed) {
        var byDefault = givenByDefault(allowed);
        var chosen = new TreeSet<Long>();
        for (var container : pod.others()) {
            if (isInitOfItsOwnChoice(container, byDefault)) {
                container.runAsUser().ifPresent(chosen::add);
            }
        }
        return chosen;
    }

    /** {@return what a container without a user id gets from SecurityContextConstraints, if not now then after us} */
    private static OptionalLong givenByDefault(AllowedUids allowed) {
        return switch (allowed) {
            case AllowedUids.Within(var range) -> OptionalLong.of(range.first());
            case AllowedUids.Only(var uid) -> OptionalLong.of(uid);
            case AllowedUids.AnyNonRoot _, AllowedUids.Unknown _ -> OptionalLong.empty();
        };
    }

    /** What it would have been given anyway is no choice. */
    private static boolean isInitOfItsOwnChoice(Container container, OptionalLong byDefault) {
        return container.endsBeforeTheOthers()
                && container.runAsUser().isPresent()
                && !container.runAsUser().equals(byDefault);
    }

    /** Collects what has to change, and leaves out what is so already. */
    private static final class Changes {
        private final Pod pod;
        private final Map<String, PatchOperation.Value> annotations = new LinkedHashMap<>();
        private final List<PatchOperation> containers = new ArrayList<>();
        private final List<String> warnings = new ArrayList<>();

        Changes(Pod pod) {
            this.pod = pod;
        }

        void annotate(String key, String value) {
            if (!value.equals(pod.annotations().get(key))) {
                annotations.put(key, new PatchOperation.Value.Text(value));
            }
        }

        void runAs(Container container, long uid) {
            if (pod.effectiveUid(container).equals(OptionalLong.of(uid))) {
                return;
            }
            var number = new PatchOperation.Value.Whole(uid);
            var context = container.pointer() + "/securityContext";
            containers.add(
                    container.hasSecurityContext()
                            ? new PatchOperation(context + "/runAsUser", number)
                            : new PatchOperation(
                                    context, new PatchOperation.Value.Members(Map.of("runAsUser", number))));
        }

        Verdict admit(Cause cause, String reason) {
            var patch = new ArrayList<>(annotationPatch());
            patch.addAll(containers);
            return new Verdict.Admit(patch, warnings, cause, reason);
        }

        private List<PatchOperation> annotationPatch() {
            if (annotations.isEmpty()) {
                return List.of();
            }
            var all = new PatchOperation.Value.Members(annotations);
            if (!pod.hasMetadata()) {
                return List.of(
                        new PatchOperation("/metadata", new PatchOperation.Value.Members(Map.of("annotations", all))));
            }
            if (!pod.hasAnnotations()) {
                return List.of(new PatchOperation("/metadata/annotations", all));
            }
            var patch = new ArrayList<PatchOperation>();
            annotations.forEach((key, value) ->
                    patch.add(new PatchOperation("/metadata/annotations" + PatchOperation.step(key), value)));
            return patch;
        }
    }
}
