// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.webhook.cluster.Cluster;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** All kinds of objects that are reviewed here. */
@Singleton
public final class Admissions {
    /** Where reviews of pods come to. */
    public static final String PODS = PodReviews.PATH;

    /** Where reviews of NetworkAttachmentDefinitions come to. */
    public static final String ATTACHMENTS = AttachmentReviews.PATH;

    /** Where reviews of LinkerdConfigs come to. */
    public static final String LINKERD_CONFIGS = LinkerdConfigReviews.PATH;

    /** Where the controller's Lease comes to, as a dry run. */
    public static final String REACH = ReachReviews.PATH;

    private final List<ReviewedKind<?>> kinds;
    private final Map<String, Admission<?>> byPath;

    Admissions(Cluster cluster, WebhookSettings settings, Clocks clocks) {
        this.kinds = List.of(
                PodReviews.kind(cluster, settings.podRules()),
                AttachmentReviews.kind(),
                LinkerdConfigReviews.kind(clocks::epochMillis),
                ReachReviews.kind());
        this.byPath = kinds.stream().collect(Collectors.toMap(ReviewedKind::path, Admissions::of));
    }

    private static <T> Admission<T> of(ReviewedKind<T> kind) {
        return new Admission<>(kind);
    }

    /** {@return how the reviews of each kind are counted} */
    public List<ReviewedKind.Meters> meters() {
        return kinds.stream().map(ReviewedKind::meters).toList();
    }

    /** {@return what answers the reviews that come to the path of one of the kinds} */
    public Admission<?> at(String path) {
        return Objects.requireNonNull(byPath.get(path), path);
    }
}
