// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.localcluster.PodNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An API server whose packets to the webhook's pods are dropped, as where it is outside of the pods' network. */
@WithMesh(cluster = 2, release = ReleaseState.OWN)
class WebhookReachIT {
    private static final String WEBHOOK = Release.NAME + "-webhook";
    private static final String CONTROLLER = Release.NAME + "-controller";
    private static final String CONFIGURATION = "mutatingwebhookconfiguration/zz-" + WEBHOOK;
    private static final String REACHABLE = "linkerd_multus_controller_webhook_reachable";
    private static final Duration COMMAND = Duration.ofSeconds(10);

    /** The third column of a connection, after its state and what was received. */
    private static final Pattern SEND_QUEUE = Pattern.compile("^\\S+ +\\d+ +(\\d+) ", Pattern.MULTILINE);

    /** Looks follow each other sooner than once a minute. */
    private static final String[] OFTEN = {
        "--set", "controller.env[0].name=LINKERD_MULTUS_REACH_PAUSE", "--set", "controller.env[0].value=6s"
    };

    private final Mesh mesh;
    private final String namespace;
    private final PodNetwork apiServer;
    private final List<String> dropped = new ArrayList<>();

    WebhookReachIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("out-of-reach");
        this.apiServer = mesh.cluster().apiServerNetwork();
    }

    @BeforeEach
    void optIn() throws Exception {
        mesh.release().install(OFTEN);
        mesh.namespace(namespace, Mesh.OPTED_IN);
        awaitReached();
        // A controller that was started anew does not repeat what another one told a moment ago.
        for (var reason : List.of("WebhookUnreachable", "WebhookReachable")) {
            mesh.kubectl("delete", "events", "--field-selector=reason=" + reason, "--namespace", Release.NAME);
        }
    }

    /** Of connections that were given up, Linux sends again what was not acknowledged: such a request would be counted in the next test. */
    @AfterEach
    void openTheWay() throws Exception {
        for (var address : dropped) {
            rule("-D", address);
        }
        for (var address : dropped) {
            mesh.until("nothing is left to be sent to " + address, () -> unsent(address) == 0);
        }
        dropped.clear();
    }

    /** Replicas were Ready, Helm was content, and every meshed pod was refused after five seconds: nothing said why. */
    @Test
    void itIsToldOfAndTakenBackOnceTheWayIsOpen() throws Exception {
        closeTheWayToPods();

        awaitUnreached();
        assertThat(mesh.events(Release.NAME, "WebhookUnreachable"))
                .singleElement()
                .asString()
                .contains("TCP port 8443 of its pods", "webhook.hostNetwork=true");
        assertThat(told("WebhookUnreachable")).isEqualTo(1);
        assertThat(webhookPods()).hasSize(2).allMatch(WebhookReachIT::isReady);
        assertThat(DryPod.of(mesh, namespace).refusal()).contains("failed calling webhook");
        assertThat(mesh.kubectl(
                        "get",
                        CONFIGURATION,
                        "--output=jsonpath={.webhooks[?(@.name=='pods.multus.linkerd.io')].failurePolicy}"))
                .as("is never changed by us")
                .isEqualTo("Fail");

        openTheWay();

        awaitReached();
        mesh.until("told that it is over", () -> told("WebhookReachable") == 1);
        mesh.until("pods are admitted", () -> DryPod.of(mesh, namespace).isTaken());
    }

    /** The way out where API servers reach nodes alone: what is dropped stays dropped. */
    @Test
    @Nightly.Releases
    void theNodesOwnNetworkIsAWayWhereThereIsNoneToPods() throws Exception {
        closeTheWayToPods();
        awaitUnreached();

        mesh.release()
                .install(Stream.concat(
                                Stream.of(OFTEN),
                                Stream.of("--set", "webhook.hostNetwork=true", "--set", "webhook.port=9443"))
                        .toArray(String[]::new));

        awaitReached();
        // A replica of before may take its 30 s to end.
        mesh.until("the new replicas are left", () -> webhookPods().size() == 2);
        assertThat(webhookPods()).hasSize(2).allSatisfy(pod -> {
            assertThat(pod.at("/spec/hostNetwork").asBoolean()).isTrue();
            assertThat(pod.at("/status/podIP")).isEqualTo(pod.at("/status/hostIP"));
            assertThat(isReady(pod)).isTrue();
        });
        assertThat(webhookPods().stream().map(pod -> pod.at("/spec/nodeName").asText()))
                .doesNotHaveDuplicates();
        assertThat(DryPod.of(mesh, namespace).isTaken()).isTrue();
        mesh.release().test();

        // Two nodes, two replicas: an update has no third place to begin at.
        mesh.kubectl("rollout", "restart", "deployment", WEBHOOK, "--namespace", Release.NAME);
        mesh.kubectl("rollout", "status", "deployment", WEBHOOK, "--namespace", Release.NAME, "--timeout=3m");
    }

    /** Kubelets and controllers live by Leases. */
    @Test
    void noOtherWriteOfALeaseComesToTheWebhook() throws Exception {
        mesh.kubectl("scale", "deployment", CONTROLLER, "--replicas=0", "--namespace", Release.NAME);
        mesh.until("no controller asks", () -> controllers().isEmpty());
        lease(Release.NAME, "other", "");
        lease(namespace, CONTROLLER, "");
        var before = asked();

        lease(Release.NAME, "dry", ", labels: {multus.linkerd.io/reach: asked}", "--dry-run=server");
        change(Release.NAME, CONTROLLER, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}", "--dry-run=server");
        change(Release.NAME, CONTROLLER, labelled("answered"), "--dry-run=server");
        change(Release.NAME, "other", labelled("asked"), "--dry-run=server");
        change(namespace, CONTROLLER, labelled("asked"), "--dry-run=server");
        for (var kept : List.of("other", CONTROLLER)) {
            change(Release.NAME, kept, labelled("asked"));
            change(Release.NAME, kept, "{\"spec\":{\"leaseTransitions\":7}}");
            change(Release.NAME, kept, "{\"metadata\":{\"labels\":{\"multus.linkerd.io/reach\":null}}}");
        }
        assertThat(asked()).as("none of these").isEqualTo(before);

        assertThat(change(Release.NAME, CONTROLLER, labelled("asked"), "--dry-run=server", "--output=yaml"))
                .contains("multus.linkerd.io/reach: answered");
        assertThat(asked()).as("but this one").isEqualTo(before + 1);
        assertThat(mesh.kubectl("get", "lease", CONTROLLER, "--namespace", Release.NAME, "--output=yaml"))
                .doesNotContain("multus.linkerd.io/reach");

        mesh.kubectl("scale", "deployment", CONTROLLER, "--replicas=1", "--namespace", Release.NAME);
        awaitReached();
    }

    private void closeTheWayToPods() throws Exception {
        for (var pod : webhookPods()) {
            var address = pod.at("/status/podIP").asText();
            rule("-A", address);
            dropped.add(address);
        }
        assertThat(dropped).hasSize(2);
    }

    private void rule(String change, String address) throws Exception {
        apiServer.run(
                COMMAND,
                List.of("iptables-nft", change, "OUTPUT", "-d", address, "-p", "tcp", "--dport", "8443", "-j", "DROP"));
    }

    /** Bytes that the API server's side has not got through to the webhook at {@code address}. */
    private long unsent(String address) throws Exception {
        var connections = apiServer.run(
                COMMAND,
                List.of("ss", "--no-header", "--tcp", "--all", "--numeric", "dst", address, "dport", "=", ":8443"));
        return SEND_QUEUE
                .matcher(connections)
                .results()
                .mapToLong(bytes -> Long.parseLong(bytes.group(1)))
                .sum();
    }

    private void awaitReached() {
        mesh.until("the webhook is reached", () -> reachable() == 1);
    }

    private void awaitUnreached() {
        mesh.until("the webhook is not reached", () -> reachable() == 0);
        mesh.until("it is told of", () -> told("WebhookUnreachable") > 0);
    }

    private double reachable() throws Exception {
        var pods = controllers();
        return pods.size() == 1 && isReady(pods.getFirst()) ? mesh.controllerMetric(REACHABLE) : Double.NaN;
    }

    private List<JsonNode> controllers() throws Exception {
        return mesh.objects().labelled("pods", Release.NAME, "app.kubernetes.io/name=controller");
    }

    private List<JsonNode> webhookPods() throws Exception {
        return mesh.objects().labelled("pods", Release.NAME, "app.kubernetes.io/name=webhook");
    }

    private static boolean isReady(JsonNode pod) {
        return pod.at("/status/conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asText().equals("Ready")
                        && condition.path("status").asText().equals("True"));
    }

    /** How often that was told, whichever Events it was told by. */
    private int told(String reason) throws Exception {
        return mesh.objects().events(Release.NAME, reason).stream()
                .mapToInt(event -> event.path("count").asInt())
                .sum();
    }

    /** Leases that have come to the webhook's replicas. */
    private long asked() throws Exception {
        long asked = 0;
        for (var pod : webhookPods()) {
            asked += mesh.objects()
                    .raw("/api/v1/namespaces/" + Release.NAME + "/pods/"
                            + pod.at("/metadata/name").asText() + ":8080/proxy/metrics")
                    .lines()
                    .filter(line -> line.startsWith("linkerd_multus_webhook_reach_admissions_seconds_count"))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
        return asked;
    }

    private void lease(String in, String name, String labels, String... how) throws Exception {
        var manifest = "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: " + name + ", namespace: "
                + in + labels + "}, spec: {}}";
        var arguments =
                Stream.concat(Stream.of("create", "-f", "-"), Stream.of(how)).toArray(String[]::new);
        assertThat(mesh.cluster().kubectl().attempt(manifest, arguments).succeeded())
                .isTrue();
    }

    private String change(String in, String name, String patch, String... how) throws Exception {
        var command = Stream.of("patch", "lease", name, "--namespace", in, "--type=merge", "--patch", patch);
        return mesh.kubectl(Stream.concat(command, Stream.of(how)).toArray(String[]::new));
    }

    private static String labelled(String value) {
        return "{\"metadata\":{\"labels\":{\"multus.linkerd.io/reach\":\"" + value + "\"}}}";
    }
}
