// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.optin.NamespaceOptIn;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.contracts.plans.Seen;
import io.linkerd.multus.contracts.uids.UidRange;
import io.linkerd.multus.contracts.uids.UidRangeAnnotation;
import java.util.Optional;

/** What a person is told about a namespace: what is so, and what to do. */
public final class AttachmentNotices {
    /** Reason of the Event about an attachment that linkerd-multus did not make. */
    static final String FOREIGN = "NetworkAttachmentNotOurs";
    /** Reason of the Event about an attachment of another release of linkerd-multus. */
    static final String OTHER_RELEASE = "NetworkAttachmentOfOtherRelease";
    /** Reason of the Event about a namespace that asks for what it cannot have. */
    static final String EXCLUDED = "NamespaceExcluded";
    /** Reason of the Event about an attachment that pods still need. */
    static final String IN_USE = "NetworkAttachmentInUse";
    /** Reason of the Event about an attachment of the attach operator that is ours from now on. */
    static final String TAKEN_OVER = "NetworkAttachmentTakenOver";
    /** Reason of the Event about an annotation that OpenShift cannot use either. */
    static final String UID_RANGE = "UidRangeInvalid";

    /** Reason of the Event about a namespace whose pods are on a network of their own. */
    static final String PRIMARY_NETWORK = "PrimaryUserDefinedNetwork";

    /** Reason of the Event about a shared attachment that Multus may keep pods from. */
    static final String MAY_BE_CLOSED = "SharedNetworkAttachmentMayBeClosed";
    /** Reason of the Event in a namespace that waits for that of the shared attachment. */
    static final String SHARED_NAMESPACE_MISSING = "SharedNamespaceMissing";

    /** As its network operator configures Multus, since 4.14. */
    private static final String OPEN_ON_OPENSHIFT =
            "default, openshift-multus, openshift-sriov-network-operator and openshift-cnv";

    private AttachmentNotices() {}

    static Notice configMissing(NamespaceFacts namespace, String place) {
        return Notice.warning(
                subject(namespace),
                CniSource.MISSING,
                "ConfigMap " + place + " does not exist, so pods here cannot be meshed yet. Install Linkerd's CNI chart"
                        + " (linkerd2-cni), which makes it; the network attachment follows at once.");
    }

    static Notice configBroken(NamespaceFacts namespace, String problem) {
        return Notice.warning(
                subject(namespace),
                CniSource.BROKEN,
                problem + ". Pods here cannot be meshed until it is mended; the network attachment follows at once.");
    }

    /** {@return what a person has to know of the namespace itself, whether it has an attachment or not} */
    public static Optional<Notice> of(NamespaceRequest request) {
        return request.isGranted() ? uidRange(request.namespace()) : excluded(request);
    }

    /** {@return that proxies of a namespace that takes part do not reach the control plane, if its label says so} */
    public static Optional<Notice> primaryNetwork(NamespaceRequest request) {
        return Optional.of(request)
                .filter(made -> made.isGranted() && made.namespace().marks().primaryNetwork())
                .map(NamespaceRequest::namespace)
                .map(namespace -> Notice.warning(
                        subject(namespace),
                        PRIMARY_NETWORK,
                        "The pods of this namespace have a user-defined primary network (label "
                                + OpenShift.PRIMARY_NETWORK
                                + "). Their proxies reach Linkerd's control plane only if it is on the same network; otherwise"
                                + " they get no identity and are never ready. Mesh applications in a namespace without this"
                                + " label, or annotate this one with " + Linkerd.MULTUS + "=" + Linkerd.DISABLED
                                + " and "
                                + Linkerd.INJECT + "=" + Linkerd.DISABLED + "."));
    }

    /** {@return why a namespace that would take part is left alone, if that is so} */
    private static Optional<Notice> excluded(NamespaceRequest request) {
        return Optional.of(request.namespace())
                .filter(_ -> request.excluded() && request.isMade())
                .map(namespace -> Notice.warning(
                        subject(namespace),
                        EXCLUDED,
                        "This namespace " + why(request) + ", and linkerd-multus was told to leave it alone: see"
                                + " global.excludedNamespaces and global.excludeOpenShiftNamespaces of its chart."));
    }

    private static String why(NamespaceRequest request) {
        if (request.controlPlane()) {
            return "is that of Linkerd's control plane";
        }
        return request.namespace().optIn() == NamespaceOptIn.EXTENSION
                ? "is that of an extension of Linkerd (label " + Linkerd.EXTENSION + ")"
                : "asks for " + Linkerd.MULTUS;
    }

    static Notice foreign(NamespaceFacts namespace, String uid) {
        return Notice.warning(
                attachment(namespace, uid),
                FOREIGN,
                "linkerd-multus did not make this " + Multus.KIND
                        + ", leaves it untouched, and does not keep it in step"
                        + " with Linkerd's configuration. Delete it, and ours takes its place.");
    }

    static Notice ofOtherRelease(NamespaceFacts namespace, String uid, String release) {
        return Notice.warning(
                attachment(namespace, uid),
                OTHER_RELEASE,
                "Another release of linkerd-multus, \"" + release + "\", keeps this " + Multus.KIND
                        + ", so this release leaves it untouched. A cluster needs one: uninstall the other. Where \""
                        + release
                        + "\" is gone, delete this object, and ours takes its place.");
    }

    /** {@return that pods may be kept from the shared one, where that depends on Multus' configuration} */
    static Optional<Notice> mayBeClosed(ObservedAttachment seen) {
        var name = seen.namespace().name();
        return seen.provision() instanceof AttachmentProvision.SharedHere
                        && !name.equals(AttachmentScope.OPEN)
                        && seen.attachment() instanceof Seen.Own<String> own
                ? Optional.of(Notice.warning(
                        attachment(seen.namespace(), own.sight().uid()),
                        MAY_BE_CLOSED,
                        "All namespaces share this " + Multus.KIND + ", which is not in " + AttachmentScope.OPEN
                                + ". Where Multus isolates namespaces (namespaceIsolation, as on OpenShift), pods elsewhere can refer"
                                + " to it only if globalNamespaces of Multus' configuration has " + name
                                + "; on OpenShift that has " + OPEN_ON_OPENSHIFT
                                + ", and elsewhere default alone unless it says otherwise. Pods that cannot are stuck in"
                                + " ContainerCreating with \"namespace isolation enabled\"."))
                : Optional.empty();
    }

    static Notice sharedNamespaceMissing(NamespaceFacts namespace, String home) {
        return Notice.warning(
                subject(namespace),
                SHARED_NAMESPACE_MISSING,
                "All namespaces share the " + Multus.KIND + " of namespace " + home
                        + ", which does not exist, so pods here cannot be meshed yet. Create it, or name another one by"
                        + " global.attachments.namespace of the chart; the network attachment follows at once.");
    }

    static Notice inUse(ObservedAttachment seen, String uid, PodNames pods) {
        var namespace = seen.namespace();
        return Notice.normal(
                attachment(namespace, uid),
                IN_USE,
                seen.asks()
                        ? "All namespaces share one now (global.attachments of the chart). This one is removed as soon as no pod"
                                + " refers to it: restart what was there before. " + waitingFor(pods)
                        : "The namespace does not ask for it any more (annotation " + Linkerd.MULTUS + ", label "
                                + Linkerd.EXTENSION + "). It is removed as soon as no pod refers to it. "
                                + waitingFor(pods));
    }

    private static String waitingFor(PodNames pods) {
        return "Waiting for " + pods.count() + (pods.count() == 1 ? " pod: " : " pods: ") + pods.inWords() + ".";
    }

    /** {@return that the change makes ours what the attach operator made, and whether the plugin is told anything else from now on} */
    public static Optional<Notice> takenOver(String namespace, Seen.Own<String> theirs, Change<String> change) {
        return change instanceof Change.Write<String> write
                ? Optional.of(
                        Notice.normal(
                                attachment(namespace, theirs.sight().uid()),
                                TAKEN_OVER,
                                "linkerd-multus keeps what the linkerd-multus-attach-operator made here from now on; what it says "
                                        + (theirs.content().equals(Optional.of(write.content()))
                                                ? "is what it said, byte for byte."
                                                : "has changed to all that Linkerd's ConfigMap says, with the kubeconfig of our installer.")))
                : Optional.empty();
    }

    private static Optional<Notice> uidRange(NamespaceFacts namespace) {
        return namespace
                .uidRange()
                .flatMap(value -> complaint(UidRange.read(value))
                        .map(complaint -> Notice.warning(
                                subject(namespace),
                                UID_RANGE,
                                "annotation " + OpenShift.UID_RANGE + "=\"" + value + "\" of this namespace"
                                        + complaint)));
    }

    private static Optional<String> complaint(Result<UidRangeAnnotation> reading) {
        return switch (reading) {
            case Result.Ok<UidRangeAnnotation>(UidRangeAnnotation(var range, var ignoredTail)) ->
                ignoredTail.map(tail -> ": OpenShift takes " + range + " and ignores what follows it, \"" + tail
                        + "\". Write one range.");
            case Result.Not<UidRangeAnnotation>(var reason) ->
                Optional.of(" cannot be used: " + reason + ". No user id can be chosen for the proxies of its pods.");
        };
    }

    private static Subject subject(NamespaceFacts namespace) {
        return Subject.namespace(namespace.name(), namespace.uid());
    }

    private static Subject attachment(NamespaceFacts namespace, String uid) {
        return attachment(namespace.name(), uid);
    }

    private static Subject attachment(String namespace, String uid) {
        return new Subject(Multus.GROUP + "/" + Multus.VERSION, Multus.KIND, namespace, Multus.ATTACHMENT, uid);
    }
}
