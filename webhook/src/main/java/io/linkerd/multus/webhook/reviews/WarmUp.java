// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.admission.pods.ClusterFacts;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.webhook.cluster.Cluster;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Has the code of a review loaded and compiled before the first real one, whose pod somebody waits for. */
public final class WarmUp {
    private static final String BEGIN = """
            {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"warm-up","operation":"CREATE",
            "resource":{"group":"","version":"v1","resource":"pods"},"namespace":"warm-up","object":""";
    private static final String MESHED = """
            {"metadata":{"generateName":"warm-up-","annotations":{"openshift.io/scc":"restricted-v2",
            "k8s.v1.cni.cncf.io/networks":"NETWORKS"},"labels":{"a":"b"}},"spec":{"initContainers":[
            {"name":"linkerd-network-validator","securityContext":{"runAsUser":65534}},
            {"name":"linkerd-proxy","securityContext":{"runAsUser":2102}}],
            "containers":[{"name":"app","securityContext":{"runAsUser":1000660000}}]}}""";

    private WarmUp() {}

    /** {@return a review of a pod without a proxy, which is admitted as it is without a question to the cluster} */
    public static String harmlessReview() {
        return review("{\"metadata\":{\"name\":\"warm-up\"},\"spec\":{\"containers\":[{\"name\":\"app\"}]}}");
    }

    /** Reviews made-up pods in a made-up cluster, whose answers nobody gets. */
    public static void run() {
        try {
            reviewAll();
        } catch (MalformedJson impossible) {
            throw new IllegalStateException("a made-up review is malformed", impossible);
        }
    }

    private static void reviewAll() throws MalformedJson {
        var pods = new Admission<>(PodReviews.kind(new MadeUpCluster(), PodRules.STANDARD));
        for (var networks : List.of("", "other", "[{\\\"name\\\":\\\"other\\\"}]")) {
            var review = review(MESHED.replace("NETWORKS", networks)).getBytes(StandardCharsets.UTF_8);
            pods.read(review).answerAtOnce();
        }
    }

    private static String review(String pod) {
        return BEGIN + pod + "}}";
    }

    /** One namespace that opted in, with OpenShift's usual range. */
    private static final class MadeUpCluster implements Cluster, ClusterFacts {
        private static final NamespaceMarks NAMESPACE = NamespaceMarks.of(
                Map.of(Linkerd.MULTUS, Linkerd.ENABLED, "openshift.io/sa.scc.uid-range", "1000660000/10000"), Map.of());

        @Override
        public ClusterFacts remembered() {
            return this;
        }

        @Override
        public ClusterFacts until(Deadline deadline) {
            return this;
        }

        @Override
        public Lookup<NamespaceMarks> namespace(String name) {
            return new Lookup.Found<>(NAMESPACE);
        }

        @Override
        public Lookup<NamespaceMarks> freshNamespace(String name) {
            return new Lookup.Found<>(NAMESPACE);
        }

        @Override
        public Lookup<SccRules> constraints(String name) {
            return Lookup.of(SccRules.ofDefault(name));
        }

        @Override
        public Lookup<Boolean> attachment(String namespace) {
            return new Lookup.Found<>(true);
        }
    }
}
