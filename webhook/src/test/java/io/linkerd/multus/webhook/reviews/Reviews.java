// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.pods.ClusterFacts;
import io.linkerd.multus.contracts.admission.pods.FakeCluster;
import io.linkerd.multus.contracts.admission.pods.Pod;
import io.linkerd.multus.contracts.admission.pods.PodJson;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.admission.pods.Severity;
import io.linkerd.multus.contracts.admission.pods.Situation;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.webhook.cluster.Cluster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks a webhook with the chart's settings for reviews, in a cluster of the test's. */
public final class Reviews {
    private final Admission<Pod> admission;

    Reviews(FakeCluster cluster) {
        this(cluster, ProxyUidStrategy.HIGHEST);
    }

    Reviews(FakeCluster cluster, ProxyUidStrategy strategy) {
        this(cluster, strategy, "linkerd");
    }

    Reviews(FakeCluster cluster, ProxyUidStrategy strategy, String controlPlaneNamespace) {
        this(
                clusterOf(cluster),
                new PodRules(
                        controlPlaneNamespace,
                        AttachmentScope.PER_NAMESPACE,
                        strategy,
                        Severity.REFUSE,
                        Severity.REFUSE));
    }

    /** In the cluster of that situation. */
    public Reviews(Situation situation) {
        this(clusterOf(situation.cluster()), situation.rules());
    }

    Reviews(Cluster cluster, PodRules rules) {
        admission = new Admission<>(PodReviews.kind(cluster, rules));
    }

    /** {@return a cluster whose API server answers at once} */
    static Cluster clusterOf(FakeCluster cluster) {
        return new Cluster() {
            @Override
            public ClusterFacts remembered() {
                return cluster.remembered();
            }

            @Override
            public ClusterFacts until(Deadline deadline) {
                return cluster.answering();
            }
        };
    }

    /** {@return a cluster in whose memory a bug is} */
    static Cluster broken() {
        return new Cluster() {
            @Override
            public ClusterFacts remembered() {
                throw new IllegalStateException("made up");
            }

            @Override
            public ClusterFacts until(Deadline deadline) {
                throw new IllegalStateException("made up");
            }
        };
    }

    Answer answer(byte[] review) throws MalformedJson {
        try {
            return admission.answer(
                    new ByteArrayInputStream(review), Deadline.in(Duration.ofSeconds(5), System::nanoTime));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** {@return the answer to a review of a pod that is to be made} */
    Answer answer(String namespace, ObjectNode pod) {
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
