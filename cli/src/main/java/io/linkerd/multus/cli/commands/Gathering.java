// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.checks.Picture;
import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.LinkerdLooks;
import io.linkerd.multus.cli.cluster.Looks;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.cluster.WebhookLooks;
import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Looks at all that checks ask of.
 *
 * @param linkerd namespace of Linkerd's control plane
 * @param namespace to which the look at namespaces and pods is limited
 * @param client version of this program
 */
record Gathering(Cluster cluster, String linkerd, Optional<String> namespace, String client) {
    Picture picture() {
        var looks = new Looks(cluster);
        var releases = new Releases(cluster);
        var release = releases.release();
        var known = release.seen().orElse(ReleaseView.NONE);
        return new Picture(
                cluster.version(),
                new LinkerdLooks(cluster).at(linkerd),
                release,
                new WebhookLooks(cluster).entries(),
                releases.nodes(known),
                namespaces(looks),
                attachments(looks, known),
                looks.meshedPods(namespace),
                looks.events(namespace, "FailedCreate"),
                looks.events(namespace, "FailedCreatePodSandBox"),
                looks.events(known.namespace().orElse(Releases.USUAL_NAMESPACE), "Deployment", ""),
                client,
                Instant.now());
    }

    private Sight<List<NamespaceView>> namespaces(Looks looks) {
        return namespace.map(name -> looks.namespace(name).map(List::of)).orElseGet(looks::namespaces);
    }

    /** Of one namespace, the one that its pods refer to; that one is not there is no sign that the cluster does not know its kind. */
    private Sight<List<AttachmentView>> attachments(Looks looks, ReleaseView release) {
        return namespace
                .map(name -> looks.attachment(release.scope().placeFor(name)))
                .<Sight<List<AttachmentView>>>map(seen -> seen instanceof Sight.Absent
                        ? looks.attachments().map(all -> List.of())
                        : seen.map(List::of))
                .orElseGet(looks::attachments);
    }
}
