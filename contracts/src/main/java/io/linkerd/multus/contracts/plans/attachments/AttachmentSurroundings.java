// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.plans.ExcludedNamespaces;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the decisions about all namespaces rest on: the settings of the release, and what was seen of the cluster.
 *
 * @param controlPlane name of Linkerd's namespace
 * @param excluded namespaces that are left alone
 * @param scope where attachments are kept
 * @param source what attachments have to say
 * @param owner that what we write has to have
 * @param namespaces the namespace of a name, where it exists
 * @param attachments what the namespace of a name has
 */
public record AttachmentSurroundings(
        String controlPlane,
        ExcludedNamespaces excluded,
        AttachmentScope scope,
        CniSource source,
        Owner owner,
        Function<String, Optional<NamespaceFacts>> namespaces,
        Function<String, Seen<String>> attachments) {
    /** {@return what the decision about that namespace rests on} {@code podUse} says whether pods need what it has. */
    public ObservedAttachment observe(NamespaceFacts facts, PodUse podUse) {
        var request = request(facts);
        return new ObservedAttachment(
                facts,
                request.controlPlane(),
                request.excluded(),
                AttachmentProvision.of(scope, facts.name(), this::stateOfShared),
                attachments.apply(facts.name()),
                source,
                owner,
                podUse);
    }

    /** {@return the namespaces that ask for an attachment, be it in vain, are to have one, or are among those that have one} */
    public Stream<String> concerned(Stream<NamespaceFacts> all, Stream<String> attached) {
        var asking = all.filter(facts -> request(facts).isConcerned() || scope.isHome(facts.name()))
                .map(NamespaceFacts::name);
        return Stream.concat(asking, attached).distinct();
    }

    private NamespaceRequest request(NamespaceFacts facts) {
        return new NamespaceRequest(facts, facts.name().equals(controlPlane), excluded.has(facts.name()));
    }

    private AttachmentProvision.State stateOfShared() {
        if (namespaces.apply(scope.namespace()).isEmpty()) {
            return AttachmentProvision.State.NAMESPACE_MISSING;
        }
        return attachments.apply(scope.namespace()) instanceof Seen.Absent<String>
                ? AttachmentProvision.State.AWAITED
                : AttachmentProvision.State.THERE;
    }
}
