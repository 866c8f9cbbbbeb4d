// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.contracts.plans.rollouts.RolloutRights;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.programs.Kubectl;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a real API server lets the controller's token do with the rights of rollouts, and what it refuses. */
class RolloutPolicyIT {
    private static final String NAMESPACE = "mesh-system";
    private static final String ACCOUNT = "mesh-controller";
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Duration SOON = Duration.ofSeconds(60);

    private static final String MARKS =
            "\"kubectl.kubernetes.io/restartedAt\":\"2026-11-28T02:30:00Z\",\"multus.linkerd.io/rolled-out-for\":\"0123456789abcdef.7-0a1b2c3d\"";
    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: shop}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}, annotations: {own: kept}}
                spec: {containers: [{name: web, image: 'example.org/web:1'}]}
            """;
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: probe, namespace: %s}
            spec: {automountServiceAccountToken: false, containers: [{name: probe, image: 'example.org/probe:1'}]}
            """;

    @TempDir
    private static Path folder;

    private static LoneApiServer server;
    private static Kubectl controller;

    @BeforeAll
    static void prepare() throws IOException, InterruptedException {
        server = new LoneApiServer(LocalClusterExtension.kubernetes());
        var admin = server.kubectl();
        for (var namespace : new String[] {NAMESPACE, "shop"}) {
            admin.run("create", "namespace", namespace);
            // Pods have it, and no controller makes it here.
            admin.run("-n", namespace, "create", "serviceaccount", "default");
        }
        admin.run("-n", NAMESPACE, "create", "serviceaccount", ACCOUNT);
        admin.apply(RolloutRights.manifest(NAMESPACE, ACCOUNT));
        admin.apply(DEPLOYMENT);
        controller = new Kubectl(LocalClusterExtension.kubernetes(), kubeconfig(admin));
        await("policies in force").atMost(SOON).untilAsserted(RolloutPolicyIT::bothPoliciesRefuse);
    }

    private static Path kubeconfig(Kubectl admin) throws IOException {
        var kubeconfig = YAML.readTree(admin.kubeconfig().toFile());
        ((ObjectNode) kubeconfig.at("/users/0"))
                .putObject("user")
                .put("token", server.admin().token(NAMESPACE, ACCOUNT));
        return Files.writeString(folder.resolve("controller.kubeconfig"), kubeconfig.toString());
    }

    private static void bothPoliciesRefuse() throws IOException, InterruptedException {
        assertThat(said(patch("{\"spec\":{\"replicas\":3}}", "--dry-run=server")))
                .contains("may change no field");
        assertThat(said(create(POD.formatted(NAMESPACE)))).contains("only as a dry run");
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static Programs.Outcome patch(String patch, String... more) throws IOException, InterruptedException {
        return run("", Stream.of("-n", "shop", "patch", "deployment", "web", "--type=merge", "--patch=" + patch), more);
    }

    private static Programs.Outcome create(String object, String... more) throws IOException, InterruptedException {
        return run(object, Stream.of("create", "-f", "-"), more);
    }

    private static Programs.Outcome run(String input, Stream<String> arguments, String... more)
            throws IOException, InterruptedException {
        return controller.attempt(
                input, Stream.concat(arguments, Stream.of(more)).toArray(String[]::new));
    }

    private static String said(Programs.Outcome outcome) {
        return outcome.toString();
    }

    private static String template(String metadata) {
        return "{\"spec\":{\"template\":{\"metadata\":" + metadata + "}}}";
    }

    @Test
    void theTwoAnnotationsMayBeWrittenAgainAndAgain() throws IOException, InterruptedException {
        for (var moment : new String[] {"2026-11-28T02:30:00Z", "2026-11-29T02:30:00Z"}) {
            var marks = MARKS.replace("2026-11-28T02:30:00Z", moment);
            assertThat(patch(template("{\"annotations\":{" + marks + "}}")).exitCode())
                    .isZero();
        }
        assertThat(server.kubectl().run("-n", "shop", "get", "deployment", "web", "-o", "yaml"))
                .contains("own: kept", "2026-11-29T02:30:00Z", "0123456789abcdef.7-0a1b2c3d", "example.org/web:1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"spec\":{\"replicas\":0}}",
                "{\"spec\":{\"paused\":true}}",
                "{\"spec\":{\"strategy\":{\"type\":\"Recreate\",\"rollingUpdate\":null}}}",
                "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"web\",\"image\":\"example.org/other:1\"}]}}}}",
                "{\"spec\":{\"template\":{\"spec\":{\"hostNetwork\":true}}}}",
                "{\"spec\":{\"template\":{\"spec\":{\"serviceAccountName\":\"admin\"}}}}",
                "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}",
                "{\"metadata\":{\"annotations\":{\"a\":\"b\"}}}",
                "{\"metadata\":{\"finalizers\":[\"example.org/a\"]}}",
                "{\"metadata\":{\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"a\",\"uid\":\"b\"}]}}",
            })
    void anyOtherChangeIsRefused(String patch) throws IOException, InterruptedException {
        var alone = patch(patch);
        assertThat(alone.exitCode()).as(said(alone)).isNotZero();
        // The API server itself refuses a reference to an owner to whoever may not delete the object.
        assertThat(said(alone)).containsAnyOf("linkerd-multus may", "cannot set an ownerRef");

        var beside = patch(patch.startsWith("{\"spec\":{\"template\"") ? patch : withMarks(patch));
        assertThat(beside.exitCode()).as(said(beside)).isNotZero();
    }

    /** The same beside what is allowed. */
    private static String withMarks(String patch) {
        var marks = "\"template\":{\"metadata\":{\"annotations\":{" + MARKS + "}}}";
        return patch.startsWith("{\"spec\":{")
                ? patch.replaceFirst("\\{\"spec\":\\{", "{\"spec\":{" + marks + ",")
                : patch.replaceFirst("\\{", "{\"spec\":{" + marks + "},");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"labels\":{\"app\":\"web\",\"more\":\"b\"},\"annotations\":{MARKS}}",
                "{\"annotations\":{MARKS,\"more\":\"b\"}}",
                "{\"annotations\":{MARKS,\"own\":null}}",
                "{\"annotations\":{\"kubectl.kubernetes.io/restartedAt\":null,\"multus.linkerd.io/rolled-out-for\":null,\"own\":null}}",
                "{\"annotations\":{\"kubectl.kubernetes.io/restartedAt\":\"now\",\"multus.linkerd.io/rolled-out-for\":\"0123456789abcdef.7-0a\"}}",
                "{\"annotations\":{\"kubectl.kubernetes.io/restartedAt\":\"2026-11-28T02:30:00Z\",\"multus.linkerd.io/rolled-out-for\":\"any\"}}",
            })
    void ofATemplateOnlyTheTwoAnnotationsMayChangeAndToTheirFormsAlone(String metadata)
            throws IOException, InterruptedException {
        var refused = patch(template(metadata.replace("MARKS", MARKS)));

        assertThat(refused.exitCode()).as(said(refused)).isNotZero();
        assertThat(said(refused)).contains("linkerd-multus may");
    }

    @Test
    void podsMayBeMadeAsADryRunInOneNamespaceAndNowhereElse() throws IOException, InterruptedException {
        var dry = create(POD.formatted(NAMESPACE), "--dry-run=server");
        assertThat(dry.exitCode()).as(said(dry)).isZero();
        assertThat(create(POD.formatted(NAMESPACE)).exitCode()).isNotZero();
        assertThat(create(POD.formatted("shop")).exitCode()).isNotZero();
        assertThat(create(POD.formatted("shop"), "--dry-run=server").exitCode()).isNotZero();
        assertThat(server.kubectl().run("get", "pods", "-A", "-o", "name")).isBlank();
    }

    @Test
    void nothingElseOfWorkloadsIsAllowed() throws IOException, InterruptedException {
        for (var arguments : new String[][] {
            {"-n", "shop", "scale", "deployment", "web", "--replicas=5"},
            {"-n", "shop", "delete", "deployment", "web", "--wait=false"},
            {"-n", "shop", "create", "deployment", "other", "--image=example.org/other:1"},
            {
                "-n",
                "shop",
                "patch",
                "deployment",
                "web",
                "--subresource=status",
                "--type=merge",
                "--patch={\"status\":{\"replicas\":9}}"
            },
            {
                "-n",
                "shop",
                "patch",
                "deployment",
                "web",
                "--subresource=scale",
                "--type=merge",
                "--patch={\"spec\":{\"replicas\":9}}"
            },
            {"get", "secrets", "-A"},
        }) {
            var refused = controller.attempt("", arguments);
            assertThat(refused.exitCode())
                    .as(String.join(" ", arguments) + ": " + said(refused))
                    .isNotZero();
        }
        for (var right : new String[] {
            "patch pods/ephemeralcontainers", "create pods/exec", "patch pods", "delete pods", "update deployments"
        }) {
            var words = right.split(" ", 2);
            assertThat(controller
                            .attempt("", "auth", "can-i", words[0], words[1], "-n", "shop")
                            .exitCode())
                    .as(right)
                    .isNotZero();
        }
    }

    @Test
    void othersAreNotLookedAt() throws IOException, InterruptedException {
        assertThat(server.kubectl()
                        .run("-n", "shop", "annotate", "deployment", "web", "another=account", "--overwrite"))
                .contains("annotated");
    }

    /** So that it is looked at again, and not told as refused. */
    @Test
    void aWorkloadThatWasMadeAnewIsAConflict() throws IOException, InterruptedException {
        var refused = patch(
                "{\"metadata\":{\"uid\":\"another\",\"resourceVersion\":\"1\"},\"spec\":{\"template\":{\"metadata\":{\"annotations\":{"
                        + MARKS + "}}}}}");

        assertThat(said(refused)).contains("Conflict");
    }
}
