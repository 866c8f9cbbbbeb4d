// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the controller's account can do with the right to patch workloads, tried with a token of it. */
@WithMesh(cluster = 2, release = ReleaseState.OWN)
class RolloutRightsIT {
    private static final String CONTROLLER = Release.NAME + "-controller";
    private static final String RESTARTED = "\"kubectl.kubernetes.io/restartedAt\": \"2026-11-26T02:00:00Z\"";
    private static final String MARK = "\"multus.linkerd.io/rolled-out-for\": \"0123456789abcdef.7-a1b2c3d4\"";

    private final Mesh mesh;
    private final String namespace;

    RolloutRightsIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("policed");
    }

    @Test
    void itCanRestartWorkloadsAndChangeNothingElseOfThem(@TempDir Path folder) throws Exception {
        mesh.release().install("--set", "controller.rollouts.enabled=true");
        mesh.namespace(namespace, Map.of());
        mesh.apply(Applications.deployment(namespace, "web", 1, Map.of("kept", "yes")));
        mesh.ready(namespace, "web", 1);
        var controller = asController(folder);
        mesh.until(
                "the policy is in force",
                () -> patch(controller, "{\"spec\": {\"replicas\": 0}}").contains("may change no field of workloads"));
        var before = deployment();

        refused(controller, "{\"metadata\": {\"labels\": {\"a\": \"b\"}}}", "may not change the metadata of workloads");
        refused(controller, "{\"spec\": {\"minReadySeconds\": 1}}", "may change no field of workloads");
        refused(
                controller,
                template("\"spec\": {\"containers\": [{\"name\": \"app\", \"image\": \"localhost/other:1\"}]}"),
                "may change nothing of pod templates");
        refused(
                controller,
                template("\"spec\": {\"serviceAccountName\": \"other\"}"),
                "may change nothing of pod templates");
        refused(
                controller,
                template("\"metadata\": {\"labels\": {\"a\": \"b\"}}"),
                "may change nothing of the metadata of pod templates");
        refused(controller, annotations(RESTARTED, MARK, "\"a\": \"b\""), "may change no annotation");
        refused(controller, annotations(RESTARTED, MARK, "\"kept\": null"), "may change no annotation");
        refused(controller, annotations(RESTARTED), "may write a moment and the mark");
        refused(controller, annotations(RESTARTED, MARK.replace(".7", "$(id)")), "may write a moment and the mark");
        assertThat(deployment()).isEqualTo(before);

        assertThat(patch(controller, annotations(RESTARTED, MARK))).isEmpty();
        assertThat(deployment()).isNotEqualTo(before);
    }

    @Test
    void itCanCreatePodsAsADryRunInOneNamespaceAlone(@TempDir Path folder) throws Exception {
        mesh.release().install("--set", "controller.rollouts.enabled=true");
        mesh.namespace(namespace, Map.of());
        var controller = asController(folder);

        mesh.until(
                "the policy is in force",
                () -> create(controller, Release.NAME).contains("only as a dry run, and only in namespace"));
        assertThat(create(controller, Release.NAME, "--dry-run=server")).isEmpty();
        assertThat(create(controller, namespace, "--dry-run=server")).contains("Forbidden");
        assertThat(mesh.objects().find("pod", Release.NAME, "tried")).isEmpty();
    }

    private void refused(Kubectl controller, String patch, String message) throws Exception {
        assertThat(patch(controller, patch)).as(patch).contains(message);
    }

    /** {@return why it was refused} */
    private String patch(Kubectl controller, String patch) throws IOException, InterruptedException {
        return controller
                .attempt("", "patch", "deployment", "web", "--namespace=" + namespace, "--patch=" + patch)
                .errors();
    }

    private static String create(Kubectl controller, String where, String... more)
            throws IOException, InterruptedException {
        var arguments = Stream.concat(Stream.of("create", "-f", "-"), Stream.of(more));
        return controller
                .attempt(Applications.pod(where, "tried"), arguments.toArray(String[]::new))
                .errors();
    }

    private static String annotations(String... annotations) {
        return template("\"metadata\": {\"annotations\": {" + String.join(", ", annotations) + "}}");
    }

    private static String template(String part) {
        return "{\"spec\": {\"template\": {" + part + "}}}";
    }

    private String deployment() throws IOException {
        return mesh.objects()
                .find("deployment", namespace, "web")
                .orElseThrow()
                .path("spec")
                .toString();
    }

    /** {@return kubectl with a token of the controller's account, and no other credentials} */
    private Kubectl asController(Path folder) throws IOException, InterruptedException {
        var kubeconfig = folder.resolve("kubeconfig");
        Files.writeString(kubeconfig, """
                apiVersion: v1
                kind: Config
                current-context: controller
                contexts: [{name: controller, context: {cluster: cluster, user: controller}}]
                users: [{name: controller, user: {token: %s}}]
                clusters: [{name: cluster, cluster: {server: "%s", certificate-authority-data: %s}}]
                """.formatted(
                        mesh.kubectl("create", "token", CONTROLLER, "--namespace=" + Release.NAME)
                                .strip(),
                        cluster("server"),
                        cluster("certificate-authority-data")));
        return new Kubectl(mesh.cluster().kubectl().tools(), kubeconfig);
    }

    private String cluster(String field) throws IOException, InterruptedException {
        return mesh.kubectl("config", "view", "--raw", "--output=jsonpath={.clusters[0].cluster." + field + "}");
    }
}
