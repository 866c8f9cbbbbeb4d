// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.webhook.cluster.Cluster;
import io.linkerd.multus.webhook.pods.PodJson;
import io.linkerd.multus.webhook.pods.PodRules;
import io.linkerd.multus.webhook.settings.Severity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks a webhook with the chart's settings for reviews, in a cluster of the test's. */
public final class Reviews {
    private final PodAdmission admission;

    public Reviews(Cluster cluster) {
        this(cluster, ProxyUidStrategy.HIGHEST);
    }

    public Reviews(Cluster cluster, ProxyUidStrategy strategy) {
        this(cluster, strategy, "linkerd");
    }

    Reviews(Cluster cluster, ProxyUidStrategy strategy, String controlPlaneNamespace) {
        admission = new PodAdmission(
                cluster,
                new PodRules(
                        controlPlaneNamespace,
                        AttachmentScope.PER_NAMESPACE,
                        strategy,
                        Severity.REFUSE,
                        Severity.REFUSE));
    }

    PodAnswer answer(byte[] review) throws MalformedJson {
        try {
            return admission.answer(
                    new ByteArrayInputStream(review), Deadline.in(Duration.ofSeconds(5), System::nanoTime));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** {@return the answer to a review of a pod that is to be made} */
    PodAnswer answer(String namespace, ObjectNode pod) {
        try {
            return answer(PodJson.review(namespace, pod));
        } catch (MalformedJson e) {
            throw new AssertionError(e);
        }
    }

    /** {@return the same as a tree} */
    public ObjectNode json(String namespace, ObjectNode pod) {
        return PodJson.tree(answer(namespace, pod).json());
    }

    static String text(Answer answer) {
        return new String(answer.json(), StandardCharsets.UTF_8);
    }
}
