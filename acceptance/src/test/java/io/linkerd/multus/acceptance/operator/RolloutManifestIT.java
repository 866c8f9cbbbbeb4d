// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.images.operator.OlmBundle;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.programs.Kubectl;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real API server makes of the manifest by which an administrator lets an operator of OLM's roll out. */
class RolloutManifestIT {
    private static final String OWN = "linkerd-multus";
    private static final String MARKS = "{\"spec\":{\"template\":{\"metadata\":{\"annotations\":{"
            + "\"kubectl.kubernetes.io/restartedAt\":\"2026-11-27T00:00:00Z\","
            + "\"multus.linkerd.io/rolled-out-for\":\"0123456789abcdef.1-0b7cbd4a\"}}}}}";

    @TempDir
    private Path folder;

    /** The operator goes on to keep what it made, whatever the policies say of all else. */
    @Test
    void theOperatorKeepsItsOwnAndRestartsOthersByTwoAnnotationsAlone() throws Exception {
        try (var server = new LoneApiServer(LocalClusterExtension.kubernetes());
                var operators = new Operators(folder, server)) {
            var admin = server.kubectl();
            admin.run("create", "namespace", OWN);
            admin.run("create", "namespace", "shop");
            admin.run("create", "serviceaccount", "linkerd-multus-operator", "-n", OWN);
            admin.run(
                    "create",
                    "clusterrolebinding",
                    "all",
                    "--clusterrole=cluster-admin",
                    "--serviceaccount=" + OWN + ":linkerd-multus-operator");
            admin.apply(Files.readString(OlmBundle.folder(Path.of("..")).resolve("rollouts.yaml")));
            admin.apply(deployment("shop", "web"));
            var operator = new Kubectl(admin.tools(), operators.kubeconfig(OWN));
            var others = new AtomicInteger(); // one that a policy is too late for is there
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> create(operator, deployment("shop", "more"), "--dry-run=server")
                                    .errors()
                                    .contains("neither create nor delete")
                            && create(operator, service("other-" + others.incrementAndGet()), "--dry-run=server")
                                    .succeeded()
                            && create(operator, service("other-" + others.get()))
                                    .errors()
                                    .contains("only as a dry run"));

            operator.run("patch", "deployment", "web", "-n", "shop", "-p", MARKS);
            assertThat(operator.attempt(
                                    "", "patch", "deployment", "web", "-n", "shop", "-p", "{\"spec\":{\"replicas\":2}}")
                            .errors())
                    .contains("no field of workloads");
            assertThat(create(operator, deployment(OWN, "linkerd-multus-webhook"))
                            .errors())
                    .isEmpty();
            assertThat(create(operator, service("linkerd-multus-webhook")).errors())
                    .isEmpty();
            operator.run(
                    "patch", "deployment", "linkerd-multus-webhook", "-n", OWN, "-p", "{\"spec\":{\"replicas\":2}}");
            operator.run("delete", "deployment", "linkerd-multus-webhook", "-n", OWN, "--wait=false");
        }
    }

    private static Programs.Outcome create(Kubectl operator, String object, String... more)
            throws IOException, InterruptedException {
        return more.length == 0
                ? operator.attempt(object, "create", "-f", "-")
                : operator.attempt(object, "create", "-f", "-", more[0]);
    }

    private static String service(String name) {
        return "{apiVersion: v1, kind: Service, metadata: {name: " + name + ", namespace: " + OWN
                + "}, spec: {ports: [{port: 80}]}}";
    }

    private static String deployment(String namespace, String name) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %s, namespace: %s}
                spec:
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec: {containers: [{name: web, image: web}]}
                """.formatted(name, namespace);
    }
}
