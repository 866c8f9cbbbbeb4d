// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.programs.Kubectl;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a real API server lets the controller's token do with the rights to roll out, and what not. */
class RolloutRightsIT {
    private static final String ACCOUNT = "mesh-controller";
    private static final YAMLMapper YAML = new YAMLMapper();

    /** Both, as a rollout writes them. */
    private static final String MARKS =
            "kubectl.kubernetes.io/restartedAt: '2026-11-27T00:00:00Z', multus.linkerd.io/rolled-out-for: 0123456789abcdef.1-0b7cbd4a";

    @TempDir
    private static Path folder;

    private static LoneApiServer server;
    private static Kubectl controller;

    @BeforeAll
    static void install() throws IOException, InterruptedException {
        server = new LoneApiServer(LocalClusterExtension.kubernetes());
        for (var namespace : List.of(Chart.NAMESPACE, "shop")) {
            server.kubectl().run("create", "namespace", namespace);
        }
        server.kubectl().run("create", "serviceaccount", ACCOUNT, "-n", Chart.NAMESPACE);
        // What a controller would have made there, without which no pod can be created.
        server.kubectl().run("create", "serviceaccount", "default", "-n", Chart.NAMESPACE);
        server.kubectl().run("create", "serviceaccount", "default", "-n", "shop");
        server.kubectl().apply(manifest());
        controller = new Kubectl(server.kubectl().tools(), kubeconfig());
        for (var kind : List.of("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet")) {
            server.kubectl().apply(workload(kind, "web"));
        }
        server.kubectl().apply(workload("Deployment", "kept"));
        // A policy is in force a moment after it was created.
        await().atMost(Duration.ofSeconds(60))
                .until(() -> patch("deployment", "kept", "{spec: {replicas: 3}}")
                                .errors()
                                .contains("ValidatingAdmissionPolicy")
                        && pod(Chart.NAMESPACE).errors().contains("ValidatingAdmissionPolicy"));
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"deployment", "statefulset", "daemonset", "replicaset"})
    void itRestartsAWorkloadByTwoAnnotations(String kind) throws Exception {
        var answer = patch(kind, "web", template("annotations: {" + MARKS + "}"));

        assertThat(answer.succeeded()).as(answer.errors()).isTrue();
        // And once more, when there are annotations already.
        assertThat(patch(kind, "web", template("annotations: {" + MARKS.replace("abcdef", "fedcba") + "}"))
                        .succeeded())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {spec: {template: {metadata: {annotations: {MARKS}}, spec: {containers: [{name: web, image: 'evil'}]}}}} | nothing of pod templates
            {spec: {template: {metadata: {annotations: {MARKS}}, spec: {serviceAccountName: admin}}}}                | nothing of pod templates
            {spec: {template: {metadata: {annotations: {MARKS}}, spec: {hostPID: true}}}}                            | nothing of pod templates
            {spec: {template: {metadata: {annotations: {MARKS, linkerd.io/inject: disabled}}}}}                      | no annotation of pod templates
            {spec: {template: {metadata: {annotations: {MARKS, keep: null}}}}}                                       | no annotation of pod templates
            {spec: {template: {metadata: {annotations: {MARKS}, labels: {more: x}}}}}                                | nothing of the metadata of pod templates
            {spec: {template: {metadata: {annotations: {kubectl.kubernetes.io/restartedAt: '2026-11-27T00:00:00Z'}}}}} | a moment and the mark
            {spec: {template: {metadata: {annotations: {kubectl.kubernetes.io/restartedAt: x, multus.linkerd.io/rolled-out-for: 0123456789abcdef.1-a}}}}} | a moment and the mark
            {spec: {template: {metadata: {annotations: null}}}}                                                      | no annotation of pod templates
            {spec: {replicas: 0, template: {metadata: {annotations: {MARKS}}}}}                                      | no field of workloads
            {spec: {paused: true}}                                                                                   | no field of workloads
            {metadata: {labels: {config.linkerd.io/reconcile: auto}}}                                                | the metadata of workloads
            {metadata: {annotations: {a: b}}}                                                                        | the metadata of workloads
            {metadata: {annotations: {keep: null}}}                                                                  | the metadata of workloads
            {metadata: {annotations: {deprecated.daemonset.template.generation: '7'}}}                               | the metadata of workloads
            {metadata: {finalizers: [a.b/c]}}                                                                        | the metadata of workloads
            """)
    void itChangesNothingElse(String patch, String reason) throws Exception {
        var answer = patch("deployment", "kept", patch.replace("MARKS", MARKS));

        assertThat(answer.errors()).contains("ValidatingAdmissionPolicy 'mesh-controller-rollouts'", reason);
    }

    /** A role of another release, or an administrator's, may add rights; the policy holds all the same. */
    @Test
    void itNeitherCreatesNorDeletesWorkloadsWhateverItsRoles() throws Exception {
        server.kubectl()
                .run(
                        "create",
                        "clusterrolebinding",
                        "more",
                        "--clusterrole=cluster-admin",
                        "--serviceaccount=" + Chart.NAMESPACE + ":" + ACCOUNT);
        try {
            var created = controller.attempt(workload("Deployment", "more"), "create", "-f", "-");
            var deleted = controller.attempt("", "delete", "deployment", "web", "-n", "shop", "--wait=false");

            for (var answer : List.of(created, deleted)) {
                assertThat(answer.errors()).contains("may neither create nor delete workloads");
            }
            var pod = pod("shop", "--dry-run=server");
            assertThat(pod.errors()).contains("only in namespace mesh-system");
        } finally {
            server.kubectl().run("delete", "clusterrolebinding", "more");
        }
    }

    @Test
    void itCreatesPodsAndServicesAsADryRunAndInOneNamespace() throws Exception {
        assertThat(pod(Chart.NAMESPACE, "--dry-run=server").succeeded()).isTrue();

        assertThat(pod(Chart.NAMESPACE).errors()).contains("may create pods and Services only as a dry run");
        assertThat(pod("shop", "--dry-run=server").errors()).contains("forbidden");
        assertThat(service("--dry-run=server").succeeded()).isTrue();
        assertThat(service().errors()).contains("may create pods and Services only as a dry run");
    }

    @Test
    void othersAreNotHeldByIt() throws Exception {
        server.kubectl().apply(workload("Deployment", "others"));

        server.kubectl().run("scale", "deployment", "others", "-n", "shop", "--replicas=4");
        server.kubectl().run("delete", "deployment", "others", "-n", "shop", "--wait=false");
    }

    private static String manifest() throws IOException {
        return Chart.render(Map.of("controller.rollouts.enabled", "true")).all().stream()
                .filter(object -> Rendering.name(object).startsWith(ACCOUNT + "-rollouts")
                        || Rendering.name(object).startsWith(ACCOUNT + "-dry-runs"))
                .map(JsonNode::toString)
                .collect(Collectors.joining("\n---\n"));
    }

    private static Path kubeconfig() throws IOException {
        var kubeconfig = YAML.readTree(server.kubectl().kubeconfig().toFile());
        ((ObjectNode) kubeconfig.at("/users/0"))
                .putObject("user")
                .put("token", server.admin().token(Chart.NAMESPACE, ACCOUNT));
        return Files.writeString(folder.resolve("controller.kubeconfig"), kubeconfig.toString());
    }

    private static String template(String metadata) {
        return "{spec: {template: {metadata: {" + metadata + "}}}}";
    }

    private static Programs.Outcome patch(String kind, String name, String patch)
            throws IOException, InterruptedException {
        return controller.attempt(
                "",
                "patch",
                kind,
                name,
                "-n",
                "shop",
                "--type=merge",
                "-p",
                YAML.readTree(patch).toString());
    }

    private static Programs.Outcome pod(String namespace, String... more) throws IOException, InterruptedException {
        var pod = "{apiVersion: v1, kind: Pod, metadata: {name: probe, namespace: " + namespace
                + "}, spec: {automountServiceAccountToken: false, containers: [{name: probe, image: probe}]}}";
        return create(pod, more);
    }

    private static Programs.Outcome service(String... more) throws IOException, InterruptedException {
        var service = "{apiVersion: v1, kind: Service, metadata: {name: probe, namespace: " + Chart.NAMESPACE
                + "}, spec: {ports: [{port: 80}]}}";
        return create(service, more);
    }

    private static Programs.Outcome create(String object, String... more) throws IOException, InterruptedException {
        return controller.attempt(
                object,
                Stream.concat(Stream.of("create", "-f", "-"), Stream.of(more)).toArray(String[]::new));
    }

    private static String workload(String kind, String name) {
        return """
                apiVersion: apps/v1
                kind: %s
                metadata: {name: %s, namespace: shop, annotations: {keep: this}}
                spec:
                  selector: {matchLabels: {app: %s}}
                  template:
                    metadata: {labels: {app: %s}, annotations: {keep: this}}
                    spec: {containers: [{name: web, image: web}]}
                """.formatted(kind, name, name, name);
    }
}
