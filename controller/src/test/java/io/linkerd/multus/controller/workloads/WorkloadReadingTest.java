// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.rollouts.plan.Caution;
import io.linkerd.multus.controller.rollouts.plan.Progress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of workloads. */
class WorkloadReadingTest {
    private static final String DEPLOYMENT = """
            metadata:
              name: web
              namespace: shop
              uid: d-1
              resourceVersion: '70'
              generation: 4
              labels: {config.linkerd.io/reconcile: auto, app: web}
            spec:
              replicas: 3
              progressDeadlineSeconds: 600
              strategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 25%, maxSurge: 25%}}
              template:
                metadata:
                  labels: {app: web}
                  annotations:
                    kubectl.kubernetes.io/restartedAt: '2026-08-21T12:00:00+02:00'
                    multus.linkerd.io/rolled-out-for: 0123456789abcdef.3-4a5b6c7d
                    config.linkerd.io/proxy-version: edge-26.7.1
                    linkerd.io/multus: disabled
                    note: unrelated
                spec:
                  containers:
                    - {name: web, image: 'web:1', ports: [{containerPort: 8080, name: http}, {containerPort: 9090, protocol: UDP}]}
            status: {observedGeneration: 4, replicas: 3, updatedReplicas: 3, availableReplicas: 3}
            """;

    @Test
    void readsADeployment() {
        var seen = read(DEPLOYMENT, WorkloadKind.DEPLOYMENT);

        assertThat(seen.subject()).isEqualTo(new Subject("apps/v1", "Deployment", "shop", "web", "d-1"));
        assertThat(seen.resourceVersion()).isEqualTo("70");
        assertThat(seen.labels()).containsExactly(Map.entry("config.linkerd.io/reconcile", "auto"));
        assertThat(seen.owner()).isEmpty();
        assertThat(seen.hasDeadline()).isTrue();
        assertThat(seen.onDelete()).isFalse();
        var template = seen.template();
        assertThat(template.asked())
                .containsOnly(
                        Map.entry("config.linkerd.io/proxy-version", "edge-26.7.1"),
                        Map.entry("linkerd.io/multus", "disabled"));
        assertThat(template.mark()).isEqualTo(RolloutMark.read("0123456789abcdef.3-4a5b6c7d"));
        assertThat(template.restarted()).contains(Instant.parse("2026-08-21T10:00:00Z"));
        assertThat(template.ports())
                .isEqualTo(List.of(
                        List.of(new SeenWorkload.Port("http", 8080, "TCP"), new SeenWorkload.Port("", 9090, "UDP"))));
        assertThat(seen.counts().progress(Instant.EPOCH)).isEqualTo(new Progress.Complete());
        // A quarter of three is none.
        assertThat(Caution.of(seen.habits(), false)).containsExactly(Caution.NONE_UNAVAILABLE);
    }

    /** As Linkerd's injector has them: of init containers too, and of two kinds of probes. Without them a workload looked outdated for ever. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "containers: [{name: c, ports: [{containerPort: 80}], readinessProbe: {httpGet: {port: 81}}}] | 80 81",
                "containers: [{name: c, livenessProbe: {httpGet: {port: 81}}}] | 81",
                "containers: [{name: c, ports: [{containerPort: 80}], livenessProbe: {httpGet: {port: 80}}}] | 80",
                "containers: [{name: c, startupProbe: {httpGet: {port: 81}}}] | ''",
                "containers: [{name: c, readinessProbe: {httpGet: {port: http}}}] | ''",
                "containers: [{name: c, readinessProbe: {tcpSocket: {port: 81}}, livenessProbe: {grpc: {port: 82}}}] | ''",
                "containers: [{name: c}], initContainers: [{name: i, restartPolicy: Always, ports: [{containerPort: 80}]}] | 80",
                "containers: [{name: c}], initContainers: [{name: i, readinessProbe: {httpGet: {port: 81}}}] | ''"
            })
    void knowsThePortsThatTheInjectorTakesForTheApplications(String containers, String ports) {
        var seen = read(
                "{metadata: {name: a, namespace: b, uid: c}, spec: {template: {spec: {" + containers + "}}}}",
                WorkloadKind.DEPLOYMENT);

        assertThat(seen.template().ports().stream()
                        .flatMap(List::stream)
                        .map(port -> Integer.toString(port.number()))
                        .collect(Collectors.joining(" ")))
                .isEqualTo(ports);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | false",
                "hostNetwork: true | true",
                "containers: [{name: linkerd-proxy}] | true",
                "initContainers: [{name: linkerd-proxy}] | true",
                "containers: [{name: istio-proxy}] | true",
                "containers: [{name: a, image: 'docker.io/istio/proxyv2:1.27'}] | true",
                "containers: [{name: web}] | false"
            })
    void knowsWhatTheInjectorLeavesAlone(String pod, boolean leftAlone) {
        var spec = pod.equals("{}") ? pod : "{" + pod + "}";
        var seen = read(
                "{metadata: {name: a, namespace: b, uid: c}, spec: {template: {spec: " + spec + "}}}",
                WorkloadKind.DEPLOYMENT);

        assertThat(seen.template().leftAlone()).isEqualTo(leftAlone);
    }

    /** Each was held, however many there were: four hundred of them were more than the heap. */
    @Test
    void anOwnersNameOfAMebibyteIsNotKept() {
        var seen = read(
                "metadata: {name: a, namespace: b, uid: c, ownerReferences: [{apiVersion: x/v1, kind: App, name: "
                        + "a".repeat(1 << 20) + ", uid: u, controller: true}]}",
                WorkloadKind.DEPLOYMENT);

        assertThat(seen.owner()).contains(new PodOwner("", "", "", ""));
        assertThat(seen.weight().own()).isLessThan(2_000);
    }

    @Test
    void knowsTheControllerThatKeepsIt() {
        var seen = read(
                "metadata: {name: a, namespace: b, uid: c, ownerReferences: [{apiVersion: x/v1, kind: App, name: app, uid: u, controller: true}]}",
                WorkloadKind.DEPLOYMENT);

        assertThat(seen.owner()).contains(new PodOwner("x/v1", "App", "app", "u"));
    }

    /** As Operator Lifecycle Manager and Strimzi write their owner references; such a template was set back seconds after its restart. */
    @ParameterizedTest
    @ValueSource(strings = {"", ", controller: false"})
    void anOwnerOfAnotherKindThatIsNoControllerKeepsItToo(String controller) {
        var seen = read(
                "metadata: {name: a, namespace: b, uid: c, ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: d, uid: v},"
                        + " {apiVersion: x/v1, kind: App, name: app, uid: u" + controller + "}]}",
                WorkloadKind.DEPLOYMENT);

        assertThat(seen.owner()).contains(new PodOwner("x/v1", "App", "app", "u"));
    }

    /** One that is only to be outlived: nothing of these kinds writes a pod template. */
    @ParameterizedTest
    @EnumSource
    void anOwnerOfAKindOfOursThatIsNoControllerIsNone(WorkloadKind kind) {
        var seen = read(
                "metadata: {name: a, namespace: b, uid: c, ownerReferences: [{apiVersion: apps/v1, kind: " + kind.kind()
                        + ", name: d, uid: v, controller: false}]}",
                WorkloadKind.DEPLOYMENT);

        assertThat(seen.owner()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "olm.managed: 'true' | true",
                "resources.gardener.cloud/managed-by: gardener | true",
                "app.kubernetes.io/managed-by: Helm | false"
            })
    void aLabelSaysWhichProgramKeepsIt(String label, boolean kept) {
        var seen = read("metadata: {name: a, namespace: b, uid: c, labels: {" + label + "}}", WorkloadKind.DEPLOYMENT);

        assertThat(seen.isManaged()).isEqualTo(kept);
    }

    /** Another image of Linkerd's injector gives new pods other settings. */
    @Test
    void knowsTheImageOfAComponentOfTheControlPlane() {
        var containers =
                "containers: [{name: linkerd-proxy, image: 'proxy:1'}, {name: proxy-injector, image: 'controller:2'}]";
        var spec = "spec: {template: {spec: {" + containers + "}}}";
        var component = "labels: {linkerd.io/control-plane-component: proxy-injector}";

        assertThat(read("{metadata: {name: a, namespace: b, " + component + "}, " + spec + "}", WorkloadKind.DEPLOYMENT)
                        .template()
                        .image())
                .contains("controller:2");
        assertThat(read("{metadata: {name: a, namespace: b}, " + spec + "}", WorkloadKind.DEPLOYMENT)
                        .template()
                        .image())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DEPLOYMENT | replicas: 2 | observedGeneration: 3, replicas: 2, updatedReplicas: 2, availableReplicas: 2 | Going",
                "DEPLOYMENT | replicas: 2 | observedGeneration: 4, replicas: 3, updatedReplicas: 2, availableReplicas: 3 | Going",
                "DEPLOYMENT | replicas: 2 | observedGeneration: 4, replicas: 2, updatedReplicas: 2, availableReplicas: 2 | Complete",
                "DEPLOYMENT | 'replicas: 2, paused: true' | observedGeneration: 4, replicas: 2, updatedReplicas: 2, availableReplicas: 2 | Going",
                "DEPLOYMENT | replicas: 2 | 'observedGeneration: 4, replicas: 3, updatedReplicas: 1, availableReplicas: 2, conditions: [{type: Progressing, reason: ProgressDeadlineExceeded}]' | Failed",
                "DEPLOYMENT | replicas: 2 | 'observedGeneration: 4, replicas: 3, updatedReplicas: 1, availableReplicas: 2, conditions: [{type: Progressing, reason: ReplicaSetUpdated}, {type: Available, reason: ProgressDeadlineExceeded}]' | Going",
                "STATEFUL_SET | replicas: 3 | observedGeneration: 4, replicas: 3, updatedReplicas: 1, availableReplicas: 3 | Going",
                "STATEFUL_SET | 'replicas: 3, updateStrategy: {rollingUpdate: {partition: 2}}' | observedGeneration: 4, replicas: 3, updatedReplicas: 1, availableReplicas: 3 | Complete",
                // Its controller compares the partition with the place behind the first ordinal, whatever that is.
                "STATEFUL_SET | 'replicas: 3, ordinals: {start: 5}, updateStrategy: {rollingUpdate: {partition: 2}}' | observedGeneration: 4, replicas: 3, updatedReplicas: 0, availableReplicas: 3 | Going",
                "STATEFUL_SET | 'replicas: 3, ordinals: {start: 5}, updateStrategy: {rollingUpdate: {partition: 2}}' | observedGeneration: 4, replicas: 3, updatedReplicas: 1, availableReplicas: 3 | Complete",
                "STATEFUL_SET | 'replicas: 3, ordinals: {start: 5}, updateStrategy: {rollingUpdate: {partition: 5}}' | observedGeneration: 4, replicas: 3, updatedReplicas: 0, availableReplicas: 3 | Complete",
                "STATEFUL_SET | 'replicas: 3, updateStrategy: {type: OnDelete}' | observedGeneration: 4, replicas: 3, updatedReplicas: 0, availableReplicas: 3 | Complete",
                "DAEMON_SET | minReadySeconds: 1 | observedGeneration: 4, desiredNumberScheduled: 3, currentNumberScheduled: 3, updatedNumberScheduled: 2, numberAvailable: 3 | Going",
                "DAEMON_SET | minReadySeconds: 1 | observedGeneration: 4, desiredNumberScheduled: 3, currentNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 3 | Complete",
                "REPLICA_SET | replicas: 2 | observedGeneration: 4, replicas: 2, availableReplicas: 2 | Complete",
                "REPLICA_SET | replicas: 2 | observedGeneration: 4, replicas: 2, availableReplicas: 1 | Going"
            })
    void knowsHowFarItIs(WorkloadKind kind, String spec, String status, String progress) {
        var seen = read(
                "{metadata: {name: a, namespace: b, uid: c, generation: 4}, spec: {" + spec + "}, status: {" + status
                        + "}}",
                kind);

        assertThat(seen.counts().progress(Instant.EPOCH).getClass().getSimpleName())
                .isEqualTo(progress);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DEPLOYMENT | replicas: 4 | ''",
                "DEPLOYMENT | replicas: 1 | SINGLE_REPLICA NONE_UNAVAILABLE",
                "DEPLOYMENT | strategy: {type: Recreate} | SINGLE_REPLICA ALL_AT_ONCE",
                "DEPLOYMENT | 'replicas: 3, strategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: 0}}' | ''",
                "DEPLOYMENT | 'replicas: 3, strategy: {rollingUpdate: {maxUnavailable: nonsense}}' | ''",
                "STATEFUL_SET | replicas: 3 | ''",
                "STATEFUL_SET | 'replicas: 3, updateStrategy: {rollingUpdate: {partition: 1}}' | PARTITIONED",
                "DAEMON_SET | updateStrategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: 1}} | NONE_UNAVAILABLE",
                "REPLICA_SET | replicas: 1 | SINGLE_REPLICA"
            })
    void saysWhatAPersonShouldKnow(WorkloadKind kind, String spec, String cautions) {
        var seen = read("{metadata: {name: a, namespace: b, uid: c}, spec: {" + spec + "}}", kind);

        assertThat(Caution.of(seen.habits(), kind == WorkloadKind.DAEMON_SET).stream()
                        .sorted()
                        .map(Caution::name))
                .containsExactlyElementsOf(cautions.isEmpty() ? List.of() : List.of(cautions.split(" ", -1)));
    }

    @Test
    void aDeploymentWithoutADeadlineSaysTheGreatestNumber() {
        assertThat(read(
                                "{metadata: {name: a, namespace: b, uid: c}, spec: {progressDeadlineSeconds: 2147483647}}",
                                WorkloadKind.DEPLOYMENT)
                        .hasDeadline())
                .isFalse();
    }

    /** Its deadline is for new pods until they are there, and says nothing of what becomes of them. */
    @Test
    void aDeploymentThatHasBeenCompleteHasNoDeadline() {
        for (var reason : List.of("NewReplicaSetAvailable", "ReplicaSetUpdated")) {
            assertThat(read(
                                    "{metadata: {name: a, namespace: b, uid: c}, spec: {}, status: {conditions: [{type: Progressing, reason: "
                                            + reason + "}]}}",
                                    WorkloadKind.DEPLOYMENT)
                            .hasDeadline())
                    .as(reason)
                    .isEqualTo(reason.equals("ReplicaSetUpdated"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{metadata: {name: a, namespace: b}}",
                "{metadata: {name: a, namespace: b}, spec: 7, status: [1]}",
                "{metadata: {name: a, namespace: b}, spec: {replicas: many, template: {metadata: {labels: {a: 1}, annotations: [2]}, spec: {containers: {}}}}}"
            })
    void whatIsOfAnotherTypeCountsAsAbsent(String text) {
        for (var kind : WorkloadKind.values()) {
            assertThat(read(text, kind).template().labels()).isEmpty();
        }
    }

    private static SeenWorkload read(String yaml, WorkloadKind kind) {
        return WorkloadReading.of(
                new KubernetesSerialization().unmarshal("# YAML\n" + yaml, GenericKubernetesResource.class), kind);
    }
}
