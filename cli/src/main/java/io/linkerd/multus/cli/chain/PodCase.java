// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.ContainerView;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.Injectable;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything that is seen of one pod, and around it.
 *
 * @param linkerd namespace of Linkerd's control plane
 * @param attachment in the namespace to which the pod has to refer
 * @param events of the pod, and of what is to make it; the newest first
 * @param node to which it was scheduled; absent where it was to none
 */
public record PodCase(
        PodView pod,
        String linkerd,
        ReleaseView release,
        Sight<NamespaceView> namespace,
        Sight<AttachmentView> attachment,
        Sight<List<EventView>> events,
        Sight<NodeView> node) {

    /** {@return what it means that a pod could not be made, by what the API server said} */
    public static Answer refusal(String message) {
        return Refusals.of(message);
    }

    /** {@return the pod as Linkerd's injector looks at it} Of a namespace that is not seen nothing is known. */
    Injectable injectable() {
        var known = namespace.seen();
        return new Injectable(
                pod.namespace(),
                pod.annotation(Linkerd.INJECT),
                known.flatMap(NamespaceView::inject),
                pod.hostNetwork(),
                pod.containers().stream().map(ContainerView::name).collect(Collectors.toSet()),
                pod.labels().keySet(),
                known.filter(NamespaceView::skipsWebhooks).isPresent());
    }

    /** {@return what is said of the pod, or of what makes it, for that reason; the newest first} */
    Stream<EventView> told(String reason) {
        return events.seen().stream()
                .flatMap(List::stream)
                .filter(event -> event.reason().equals(reason))
                .filter(event -> event.isOf(pod.place().map(PodView.Made::uid).orElse("")));
    }

    /** {@return that answer} Where no release is to be seen, its mode and scope are not known, and so no fault is one for certain. */
    Answer unlessModeIsUnknown(Answer answer) {
        boolean isFault = answer.state() == Answer.State.WRONG || answer.state() == Answer.State.WARNING;
        return isFault && release.parts().isEmpty()
                ? Answer.unknown(answer.seen() + "; whether that matters is not known, since no release is to be seen")
                : answer;
    }

    /** {@return the first container that waits for what the kubelet says} */
    Optional<String> waits(String container) {
        return pod.container(container).flatMap(one -> one.waits());
    }
}
