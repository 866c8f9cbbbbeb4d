// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import static io.linkerd.multus.controller.workloads.WorkloadCluster.apps;
import static io.linkerd.multus.controller.workloads.WorkloadCluster.owner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.pods.plan.Roots;
import io.linkerd.multus.controller.rollouts.plan.Caution;
import io.linkerd.multus.controller.rollouts.plan.Hindrance;
import io.linkerd.multus.controller.rollouts.plan.OwnedPod;
import io.linkerd.multus.controller.rollouts.plan.Progress;
import io.linkerd.multus.controller.rollouts.plan.RestartWay;
import io.linkerd.multus.controller.rollouts.plan.RolloutOptIn;
import io.linkerd.multus.controller.rollouts.plan.RolloutReason;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workloads with meshed pods, before a fake API server. */
class MeshedWorkloadsIT {
    private static final int MANY = 300;
    private static final Duration FOUND = Duration.ofSeconds(30);

    private final WorkloadCluster cluster = new WorkloadCluster();

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void hundredsAreFoundAfterAChangeOfTheValuesWithoutARequest() {
        for (int number = 0; number < MANY; number++) {
            cluster.namespace("shop-" + number % 10);
            cluster.deployment("shop-" + number % 10, "web-" + number, 2);
        }
        follow();
        assertThat(cluster.workloads().all()).hasSize(MANY);
        assertThat(cluster.outdated()).isZero();
        assertThat(owners()).as("requests for owners").isEqualTo(MANY);

        cluster.api().forgetRequests();
        int before = cluster.changes();
        cluster.values("linkerdVersion: edge-26.9.1");

        await("found").atMost(FOUND).until(() -> cluster.outdated() == MANY);
        assertThat(cluster.changes()).as("told").isEqualTo(before + 1);
        assertThat(cluster.api().requests("GET")).as("requests").isEmpty();
        var one = cluster.find("Deployment", "web-7").orElseThrow();
        assertThat(one.outdated().inWords())
                .isEqualTo("2 pods: its proxy has another version (edge-26.8.3 instead of edge-26.9.1)");
        assertThat(one.outdated().curable()).isTrue();
        assertThat(one.optIn()).isEqualTo(RolloutOptIn.IN);
        assertThat(one.way()).isEqualTo(RestartWay.TEMPLATE);
    }

    /** They had come by a drain meanwhile, and stayed for ever, since the template had the mark of the value that came back. */
    @Test
    void podsOfAValueThatWasTakenBackAreReplacedOnce() {
        cluster.values("linkerdVersion: edge-26.8.3");
        cluster.namespace("shop");
        cluster.deployment("shop", "web", 0);
        cluster.pod("shop", "first", "labels: {set: web-1}, " + ofReplicaSet());
        follow();
        var change = cluster.find("Deployment", "web").orElseThrow().change();

        mark(change, "first", "second");
        assertThat(cluster.find("Deployment", "web").orElseThrow().wants(false)).isFalse();

        cluster.api()
                .edit(
                        "/api/v1/namespaces/shop/pods/second",
                        "{metadata: {annotations: {'linkerd.io/proxy-version': 'edge-26.9.1'}}}");
        await("seen")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.find("Deployment", "web").orElseThrow().wants(false));
        var again = cluster.find("Deployment", "web").orElseThrow().change();
        assertThat(again).isEqualTo(change.again()).isNotEqualTo(change);

        mark(again, "first", "second");
        assertThat(cluster.find("Deployment", "web").orElseThrow().change()).isEqualTo(again);
        assertThat(cluster.find("Deployment", "web").orElseThrow().outdated().isEmpty())
                .isFalse();
        assertThat(cluster.find("Deployment", "web").orElseThrow().wants(false)).isFalse();
    }

    /** All of them had come meanwhile: of a workload with one pod a drain is enough. */
    @Test
    void podsOfAValueThatWasTakenBackAreReplacedWhereNoneIsAsWanted() {
        cluster.values("linkerdVersion: edge-26.8.3");
        cluster.namespace("shop");
        cluster.deployment("shop", "web", 0);
        cluster.pod("shop", "first", "labels: {set: web-1}, " + ofReplicaSet());
        follow();
        var change = cluster.find("Deployment", "web").orElseThrow().change();
        mark(change, "first");
        cluster.api()
                .edit(
                        "/api/v1/namespaces/shop/pods/first",
                        "{metadata: {annotations: {'linkerd.io/proxy-version': 'edge-26.9.1'}}}");
        restarted(Instant.now().minusSeconds(60));
        assertThat(cluster.find("Deployment", "web").orElseThrow().wants(false))
                .as("its restart did not cure it")
                .isFalse();

        restarted(Instant.now().minus(Duration.ofMinutes(11)));
        await("it came long after the restart")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.find("Deployment", "web").orElseThrow().wants(false));
    }

    private void restarted(Instant moment) {
        cluster.api()
                .edit(
                        apps("shop", "deployments", "web"),
                        "{spec: {template: {metadata: {annotations: {'kubectl.kubernetes.io/restartedAt': '" + moment
                                + "'}}}}}");
        await("seen")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.find("Deployment", "web")
                        .flatMap(Workload::restarted)
                        .filter(moment::equals)
                        .isPresent());
    }

    private String ofReplicaSet() {
        return owner(
                "apps/v1",
                "ReplicaSet",
                "web-1",
                cluster.api()
                        .get(apps("shop", "replicasets", "web-1"))
                        .orElseThrow()
                        .at("/metadata/uid")
                        .asText());
    }

    /** A rollout restarted it for that change, and its two pods are new. */
    private void mark(ChangeDigest change, String... pods) {
        var mark = "{'multus.linkerd.io/rolled-out-for': '" + new RolloutMark(change, "7-0a1b2c3d").text() + "'}";
        for (var pod : pods) {
            var path = "/api/v1/namespaces/shop/pods/" + pod;
            if (cluster.api().get(path).isEmpty()) {
                cluster.pod("shop", pod, "labels: {set: web-1}, " + ofReplicaSet());
            }
            cluster.api().edit(path, "{metadata: {annotations: " + mark + "}}");
        }
        cluster.api()
                .edit(
                        apps("shop", "deployments", "web"),
                        "{spec: {template: {metadata: {annotations: " + mark + "}}}}");
        await("seen")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.find("Deployment", "web")
                        .flatMap(Workload::mark)
                        .filter(seen -> seen.change().equals(change))
                        .isPresent());
    }

    /** A tenant writes what it likes into its pods' owners, and the garbage collector may be long in deleting such a pod. */
    @ParameterizedTest
    @ValueSource(strings = {"../../../../../api/v1/namespaces/other/secrets/key", "web-1?watch=true", "a b", "%", ""})
    void anOwnersNameThatIsNoneStopsNothingAndIsNotAskedFor(String name) {
        cluster.namespace("shop");
        cluster.pod("shop", "odd", WorkloadCluster.owner("apps/v1", "ReplicaSet", name, "odd-uid"));
        cluster.deployment("shop", "web", 2);
        follow();

        assertThat(cluster.find("Deployment", "web")).isPresent();
        assertThat(cluster.workloads().all()).hasSize(1);
        assertThat(owners()).as("requests for owners").isEqualTo(1);
    }

    /** The API server takes references of any length, and each was kept. */
    @Test
    void aReplicaSetWhoseOwnersNameHasNoEndIsLeftAlone() {
        cluster.namespace("shop");
        cluster.replicaSet("shop", "odd", owner("x/v1", "App", "a".repeat(100_000), "u-app"), 1);
        cluster.deployment("shop", "web", 1);
        follow();

        assertThat(cluster.workloads().all()).extracting(Workload::inWords).containsExactly("Deployment shop/web");
    }

    /** Each was kept by itself, however many there were. */
    @Test
    void bareReplicaSetsHaveNoMoreRoomThanOthers() {
        cluster.namespace("shop");
        for (int number = 0; number < 40; number++) {
            var set = "set-" + number;
            cluster.replicaSet("shop", set, "", 1);
            cluster.api()
                    .edit(
                            apps("shop", "replicasets", set),
                            "{spec: {template: {metadata: {annotations: {'config.linkerd.io/x': '" + set
                                    + "x".repeat(50_000) + "'}}}}}");
        }
        follow();

        assertThat(cluster.workloads().all()).hasSizeBetween(10, 35);
    }

    /** A tenant that knows the uid of another tenant's workload. */
    @Test
    void aPodOfAnotherNamespaceSaysNothingOfAWorkload() {
        cluster.namespace("shop");
        cluster.namespace("evil");
        cluster.deployment("shop", "web", 1);
        var deployment = cluster.api()
                .get(WorkloadCluster.apps("shop", "deployments", "web"))
                .orElseThrow()
                .at("/metadata/uid")
                .asText();
        var replicaSet = cluster.api()
                .get(WorkloadCluster.apps("shop", "replicasets", "web-1"))
                .orElseThrow()
                .at("/metadata/uid")
                .asText();
        cluster.pod("evil", "one", WorkloadCluster.owner("apps/v1", "Deployment", "web", deployment));
        cluster.pod("evil", "two", WorkloadCluster.owner("apps/v1", "ReplicaSet", "web-1", replicaSet));
        follow();
        cluster.values("linkerdVersion: edge-26.9.1");

        await("found").atMost(FOUND).until(() -> cluster.outdated() == 1);
        var web = cluster.find("Deployment", "web").orElseThrow();
        assertThat(web.outdated().pods()).isEqualTo(1);
        assertThat(web.subject().namespace()).isEqualTo("shop");
        assertThat(cluster.workloads().all()).hasSize(1);
    }

    @Test
    void nothingIsAskedOrToldInQuiet() {
        cluster.namespace("shop");
        cluster.deployment("shop", "web", 2);
        cluster.replicaSet("shop", "bare", "", 1);
        follow();
        cluster.api().forgetRequests();
        int before = cluster.changes();

        cluster.workloads().lookAgain();
        // A change that says nothing of it, and one that does, after it.
        cluster.api().edit("/api/v1/namespaces/shop/pods/web-1-0", "{metadata: {annotations: {other: 'note'}}}");
        cluster.api().edit(WorkloadCluster.VALUES, "{metadata: {labels: {other: 'label'}}}");
        cluster.deployment("shop", "cart", 1);

        await("seen")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.find("Deployment", "cart").isPresent());
        assertThat(cluster.changes()).isEqualTo(before + 1);
        assertThat(cluster.api().requests("GET"))
                .as("only the new owner is asked for")
                .allSatisfy(request -> assertThat(request).contains("/replicasets/cart-1"));
    }

    @Test
    void eachKindOfOwnerIsKnown() {
        cluster.namespace("shop");
        cluster.deployment("shop", "paused", 1);
        cluster.api().edit(apps("shop", "deployments", "paused"), "{spec: {paused: true}}");
        cluster.deployment("shop", "kept", owner("x/v1", "App", "app", "u-app"), 1);
        cluster.deployment(
                "shop",
                "made",
                owner("operators.coreos.com/v1alpha1", "ClusterServiceVersion", "csv", "u-csv")
                        .replace("controller: true", "controller: false"),
                1);
        cluster.deployment("shop", "managed", 1);
        cluster.api().edit(apps("shop", "deployments", "managed"), "{metadata: {labels: {'olm.managed': 'true'}}}");
        cluster.replicaSet("shop", "bare", "", 1);
        cluster.replicaSet("shop", "argo", owner("argoproj.io/v1alpha1", "Rollout", "canary", "u-rollout"), 1);
        for (var set : new String[] {"rolling", "waiting"}) {
            var uid = cluster.put(
                    apps("shop", "statefulsets", set),
                    "{spec: {replicas: 1, updateStrategy: {type: '%s'}}}"
                            .formatted(set.equals("waiting") ? "OnDelete" : "RollingUpdate"));
            cluster.pod("shop", set + "-0", owner("apps/v1", "StatefulSet", set, uid));
        }
        var config = cluster.put(
                "/api/v1/namespaces/shop/replicationcontrollers/config-1",
                "{metadata: {" + owner("apps.openshift.io/v1", "DeploymentConfig", "config", "u-config") + "}}");
        cluster.pod("shop", "config-1-a", owner("v1", "ReplicationController", "config-1", config));
        cluster.pod("shop", "once-a", owner("batch/v1", "Job", "once", "u-job"));
        cluster.pod("shop", "alone", "generateName: none");
        cluster.pod("shop", "orphan", owner("apps/v1", "ReplicaSet", "gone", "u-gone"));
        follow();

        assertThat(cluster.workloads().all().stream().collect(Collectors.toMap(Workload::inWords, Workload::way)))
                .containsOnly(
                        Map.entry("Deployment shop/paused", RestartWay.PAUSED),
                        Map.entry("Deployment shop/kept", RestartWay.OTHER_OWNER),
                        Map.entry("Deployment shop/made", RestartWay.OTHER_OWNER),
                        Map.entry("Deployment shop/managed", RestartWay.OTHER_OWNER),
                        Map.entry("ReplicaSet shop/bare", RestartWay.EVICTION),
                        Map.entry("Rollout shop/canary", RestartWay.ARGO_ROLLOUT),
                        Map.entry("StatefulSet shop/rolling", RestartWay.TEMPLATE),
                        Map.entry("StatefulSet shop/waiting", RestartWay.EVICTION),
                        Map.entry("DeploymentConfig shop/config", RestartWay.DEPLOYMENT_CONFIG),
                        Map.entry("Job shop/once", RestartWay.JOB),
                        Map.entry("Pod shop/alone", RestartWay.BARE_POD));
    }

    @Test
    void oneIsReadAnewWithThePodsThatAreToBeEvicted() {
        cluster.namespace("shop");
        cluster.replicaSet("shop", "bare", "", 2);
        cluster.put(
                "/apis/policy/v1/namespaces/shop/poddisruptionbudgets/bare",
                "{spec: {selector: {matchLabels: {set: bare}}}, status: {disruptionsAllowed: 0}}");
        cluster.values("linkerdVersion: edge-26.9.1");
        follow();

        var bare = cluster.find("ReplicaSet", "bare").orElseThrow();
        var read = cluster.workloads().read(bare.subject());

        assertThat(read).contains(bare);
        assertThat(bare.pods()).extracting(OwnedPod::name).containsExactlyInAnyOrder("bare-0", "bare-1");
        assertThat(bare.pods()).allMatch(OwnedPod::outdated).allMatch(OwnedPod::ready);
        assertThat(bare.cautions()).contains(Caution.NO_DISRUPTION_ALLOWED);
        cluster.api().remove(apps("shop", "replicasets", "bare"));
        assertThat(cluster.workloads().read(bare.subject())).isEmpty();
        assertThat(cluster.workloads().read(new Subject("apps/v1", "Deployment", "shop", "none", "")))
                .isEmpty();
    }

    /** Charts write their version among the labels of pod templates. */
    @Test
    void podsThatLackLabelsOfTodaysTemplateAreToBeEvictedToo() {
        cluster.namespace("shop");
        var own = cluster.put(
                apps("shop", "daemonsets", "agent"),
                "{spec: {updateStrategy: {type: OnDelete}, selector: {matchLabels: {set: agent}}, template: {metadata: {labels:"
                        + " {set: agent, version: '2'}}}}, status: {observedGeneration: 1, desiredNumberScheduled: 1,"
                        + " currentNumberScheduled: 1, numberAvailable: 1}}");
        cluster.pod(
                "shop",
                "agent-1",
                "labels: {set: agent, version: '1'}, " + owner("apps/v1", "DaemonSet", "agent", own));
        cluster.values("linkerdVersion: edge-26.9.1");
        follow();

        var agent = cluster.find("DaemonSet", "agent").orElseThrow();
        assertThat(cluster.workloads().read(agent.subject()).orElseThrow().pods())
                .extracting(OwnedPod::name)
                .containsExactly("agent-1");
    }

    @Test
    void aTrustRootThatWasReplacedHindersAll() {
        cluster.namespace("shop");
        cluster.deployment("shop", "web", 1);
        follow();
        assertThat(cluster.workloads().trust()).isEmpty();

        cluster.bundle(Roots.B);
        awaitTrust(RolloutReason.TRUST_ROOT_REPLACED);

        cluster.bundle(Roots.B + Roots.A);
        awaitTrust(RolloutReason.IDENTITY_NOT_RESTARTED);
        assertThat(cluster.find("Deployment", "web").orElseThrow().outdated().inWords())
                .contains("its proxy trusts other certificates");
    }

    /** Any pod with the label's key counted, whatever had made it, and held up a security update of the whole cluster. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "linkerd.io/control-plane-ns: linkerd|linkerd.io/control-plane-ns: another-mesh",
                "status: 'True'|status: 'False'",
                "linkerd/proxy-injector|linkerd/cli",
                "linkerd.io/created-by|example.com/created-by",
                "_l5d_ns, value: linkerd|_l5d_ns, value: another-mesh"
            })
    void aPodOfATenantWithAForeignCertificateHoldsUpNoRollout(String forged) {
        cluster.namespace("shop");
        cluster.namespace("tenant");
        cluster.deployment("shop", "web", 1);
        var parts = forged.split("\\|", 2);
        cluster.pod(
                "tenant",
                "f",
                "labels: {}, " + owner("example.com/v1", "Foo", "f", "u-foo"),
                pod -> pod.replace(parts[0], parts[1])
                        .replace(Roots.A.replace("\n", "\\n"), Roots.B.replace("\n", "\\n")));
        follow();

        assertThat(cluster.find("Foo", "f")).isPresent();
        assertThat(cluster.workloads().trust()).isEmpty();
    }

    /** All that a pod says of itself can be written into its template: that a namespace's own template brings a proxy, the template shows. */
    @Test
    void podsWhoseTemplateBringsAProxyHoldUpNoRollout() {
        cluster.namespace("tenant");
        cluster.namespace("other");
        for (var namespace : List.of("tenant", "other")) {
            var own = cluster.put(
                    apps(namespace, "statefulsets", "forged"),
                    "{spec: {template: {spec: {containers: [{name: app}, {name: linkerd-proxy}]}}}}");
            cluster.pod(
                    namespace,
                    "forged-0",
                    owner("apps/v1", "StatefulSet", "forged", own),
                    pod -> pod.replace(Roots.A.replace("\n", "\\n"), Roots.B.replace("\n", "\\n")));
        }
        follow();

        assertThat(cluster.find("StatefulSet", "forged")).isPresent();
        assertThat(cluster.workloads().trust()).isEmpty();
    }

    /** It has no meshed pods any more, and counted as one that is complete. */
    @Test
    void aRestartedWorkloadWhoseNewPodsHaveNoProxyHasFailed() {
        cluster.namespace("shop");
        cluster.deployment("shop", "web", 1);
        follow();
        var web = cluster.find("Deployment", "web").orElseThrow();
        var mark = "multus.linkerd.io/rolled-out-for: 0123456789abcdef.1-0a1b2c3d";
        cluster.unmeshed("shop", "web", mark);

        var read = cluster.workloads().read(web.subject()).orElseThrow();
        assertThat(read.progress(Instant.now())).isInstanceOf(Progress.Failed.class);

        cluster.api().remove("/api/v1/namespaces/shop/pods/web-2-0");
        assertThat(cluster.workloads().read(web.subject()).orElseThrow().progress(Instant.now()))
                .as("without the new pod")
                .isInstanceOf(Progress.Complete.class);
    }

    /** The injector leaves those alone, and all rollouts stopped since they had no proxy. */
    @Test
    void podsWithTheNodesNetworkNeedNoProxy() {
        cluster.namespace("shop");
        cluster.deployment("shop", "web", 1);
        follow();
        var web = cluster.find("Deployment", "web").orElseThrow();
        cluster.api().edit(apps("shop", "deployments", "web"), "{spec: {template: {spec: {hostNetwork: true}}}}");
        cluster.unmeshed("shop", "web", "multus.linkerd.io/rolled-out-for: 0123456789abcdef.1-0a1b2c3d");

        assertThat(cluster.workloads().read(web.subject()).orElseThrow().progress(Instant.now()))
                .isInstanceOf(Progress.Complete.class);
    }

    /** A tenant gave such a pod to its ReplicaSet, with the mark of its template, and the rollouts of all namespaces stopped. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{metadata: {annotations: {'linkerd.io/inject': 'disabled'}}}",
                "{metadata: {labels: {'linkerd.io/cni-resource': 'x'}}}",
                "{spec: {hostNetwork: true}}",
                "{spec: {containers: [{name: 'istio-proxy'}]}}",
                "{spec: {containers: [{name: 'a', image: 'cr.l5d.io/linkerd/proxy:edge-26.8.3'}]}}"
            })
    void aPodThatTheInjectorLeavesAloneIsNoneThatLacksItsProxy(String forged) {
        cluster.namespace("shop");
        cluster.deployment("shop", "web", 1);
        follow();
        var web = cluster.find("Deployment", "web").orElseThrow();
        cluster.unmeshed("shop", "web", "multus.linkerd.io/rolled-out-for: 0123456789abcdef.1-0a1b2c3d");
        assertThat(cluster.workloads().read(web.subject()).orElseThrow().unmeshed())
                .isOne();

        cluster.api().edit("/api/v1/namespaces/shop/pods/web-2-0", forged);

        assertThat(cluster.workloads().read(web.subject()).orElseThrow().unmeshed())
                .isZero();
    }

    @Test
    void theControlPlaneIsSeenWithoutPodsToo() {
        for (var component : new String[] {"identity", "destination", "proxy-injector"}) {
            cluster.put(
                    apps("linkerd", "deployments", "linkerd-" + component),
                    "{metadata: {labels: {linkerd.io/control-plane-component: %s}}, spec: {template: {}}}"
                            .formatted(component));
        }
        follow();

        assertThat(cluster.workloads().all())
                .extracting(Workload::role)
                .containsExactlyInAnyOrder(
                        Workload.Role.IDENTITY, Workload.Role.DESTINATION, Workload.Role.PROXY_INJECTOR);
    }

    @Test
    void closedItForgetsAllAndMayBeginAgain() {
        cluster.namespace("shop");
        cluster.deployment("shop", "web", 1);
        follow();

        cluster.workloads().close();
        assertThat(cluster.workloads().all()).isEmpty();
        assertThat(cluster.workloads().isComplete()).isFalse();

        follow();
        assertThat(cluster.find("Deployment", "web")).isPresent();
    }

    private void follow() {
        cluster.follow();
        await("complete").atMost(FakeCluster.SOON).until(cluster.workloads()::isComplete);
    }

    private void awaitTrust(RolloutReason reason) {
        await(reason.word())
                .atMost(FOUND)
                .until(() -> cluster.workloads().trust().map(Hindrance::reason).equals(Optional.of(reason)));
    }

    private long owners() {
        return cluster.api().requests("GET /apis/apps/v1/namespaces").stream()
                .filter(request -> request.contains("/replicasets/"))
                .count();
    }
}
