// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.controller.api.ApiClient;
import io.linkerd.multus.controller.fakeapi.FakeApiServer;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ControllerIT {
    private static final String CONFIG_MAP = "/api/v1/namespaces/linkerd-cni/configmaps/linkerd-cni-config";
    private static final String ROLE = "/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-controller";
    private static final String NADS = "/apis/k8s.cni.cncf.io/v1/network-attachment-definitions";
    private static final String BINDING =
            "/apis/rbac.authorization.k8s.io/v1/namespaces/linkerd/rolebindings/linkerd-multus-scc-nonroot-v2";
    private static final String LEASE =
            "/apis/coordination.k8s.io/v1/namespaces/linkerd-multus/leases/linkerd-multus-controller";
    private static final Duration SOON = Duration.ofSeconds(20);

    private final FakeApiServer api = new FakeApiServer();
    private final OpenShiftClient client = ApiClient.open(new ConfigBuilder()
            .withMasterUrl(api.url())
            .withAutoConfigure(false)
            .build());
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private Optional<Controller> controller = Optional.empty();

    @BeforeEach
    void install() {
        api.put(ROLE, "{'metadata':{'name':'linkerd-multus-controller'}}".replace('\'', '"'));
        namespace("linkerd-multus", "");
        namespace("linkerd-cni", "");
    }

    @AfterEach
    void end() {
        controller.ifPresent(Controller::close);
        client.close();
        api.close();
        meters.close();
    }

    @Test
    void tellsOfAMissingConfigMapAndGivesTheAttachmentOnceItIsThere() {
        namespace("shop", "enabled");
        start();
        await("event").atMost(SOON).until(() -> hasEvent("shop", "LinkerdCniConfigMissing"));
        await("metric").atMost(SOON).until(() -> standing("waiting") == 1);
        configMap("2102");
        await("attachment").atMost(SOON).until(() -> proxyUid("shop").equals("2102"));
        await("metric").atMost(SOON).until(() -> standing("waiting") == 0);
    }

    @Test
    void bringsAThousandNamespacesIntoStepWithOneWriteEachAndASecondLookWritesNothing() {
        configMap("2102");
        IntStream.range(0, 1000).forEach(number -> namespace("n" + number, "enabled"));
        namespace("left-alone", "");
        start();
        await("all").atMost(Duration.ofSeconds(60)).until(() -> api.all(NADS).size() == 1000);
        await("each seen").atMost(SOON).until(() -> standing("in-place") == 1000);
        assertThat(attachmentWrites()).isEqualTo(1000);
        restart();
        await("all seen again").atMost(SOON).until(() -> standing("in-place") == 1000);
        assertThat(attachmentWrites()).isEqualTo(1000);

        api.forgetWrites();
        configMap("2222");
        await("all follow")
                .atMost(Duration.ofSeconds(60))
                .until(() -> IntStream.range(0, 1000)
                        .allMatch(number -> proxyUid("n" + number).equals("2222")));
        assertThat(attachmentWrites()).isEqualTo(1000);
    }

    @Test
    void putsBackWhatDriftedOrWasDeleted() {
        configMap("2102");
        namespace("shop", "enabled");
        start();
        await("attachment").atMost(SOON).until(() -> proxyUid("shop").equals("2102"));
        var drifted = api.get(attachment("shop")).orElseThrow();
        drifted.withObject("spec").put("config", "{}");
        api.put(attachment("shop"), drifted.toString());
        await("put back").atMost(SOON).until(() -> proxyUid("shop").equals("2102"));
        api.remove(attachment("shop"));
        await("made anew").atMost(SOON).until(() -> proxyUid("shop").equals("2102"));
    }

    @Test
    void leavesSomebodyElsesAttachmentUntouchedAndSaysSo() {
        configMap("2102");
        String theirs = "{\"metadata\":{\"name\":\"linkerd-cni\",\"namespace\":\"shop\"},\"spec\":{\"config\":\"{}\"}}";
        namespace("shop", "enabled");
        api.put(attachment("shop"), theirs);
        var before = api.get(attachment("shop"));
        start();
        await("event").atMost(SOON).until(() -> hasEvent("shop", "NetworkAttachmentNotOurs"));
        assertThat(standing("foreign")).isEqualTo(1);
        namespace("shop", "");
        await("opted out").atMost(SOON).until(() -> standing("foreign") == 0);
        assertThat(api.get(attachment("shop"))).isEqualTo(before);
    }

    @Test
    void removesTheAttachmentOnceNoPodUsesIt() {
        configMap("2102");
        namespace("shop", "enabled");
        start();
        await("attachment").atMost(SOON).until(() -> proxyUid("shop").equals("2102"));
        pod("Running");
        namespace("shop", "");
        await("event").atMost(SOON).until(() -> hasEvent("shop", "NetworkAttachmentInUse"));
        assertThat(api.get(attachment("shop"))).isPresent();
        pod("Succeeded");
        await("removed").atMost(SOON).until(() -> api.get(attachment("shop")).isEmpty());
        assertThat(standing("leaving")).isZero();
    }

    @Test
    void changesNothingForABrokenConfigMapAndNamesThePlace() {
        configMap("2102");
        namespace("shop", "enabled");
        start();
        await("attachment").atMost(SOON).until(() -> proxyUid("shop").equals("2102"));
        api.forgetWrites();
        api.put(CONFIG_MAP, configMapOf("{\"linkerd\": nonsense}"));
        await("event").atMost(SOON).until(() -> hasEvent("linkerd-cni", "LinkerdCniConfigInvalid"));
        assertThat(meters.get("linkerd_multus_controller_cni_config")
                        .tag("state", "invalid")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(attachmentWrites()).isZero();
        assertThat(proxyUid("shop")).isEqualTo("2102");
    }

    @Test
    void tellsOfAMalformedUidRange() {
        configMap("2102");
        api.put(
                "/api/v1/namespaces/shop",
                "{\"metadata\":{\"name\":\"shop\",\"annotations\":{\"linkerd.io/multus\":\"enabled\","
                        + "\"openshift.io/sa.scc.uid-range\":\"10/x\"}}}");
        start();
        await("event").atMost(SOON).until(() -> hasEvent("shop", "UidRangeInvalid"));
    }

    @Test
    void bindsTheControlPlaneWhereThereAreSccs() {
        api.discover("security.openshift.io/v1");
        start();
        await("leads").atMost(SOON).until(this::leads);
        namespace("linkerd", "");
        await("binding").atMost(SOON).until(() -> api.get(BINDING).isPresent());
        assertThat(api.get(BINDING).orElseThrow().path("subjects")).hasSize(4);
        var widened = api.get(BINDING).orElseThrow();
        widened.withArray("subjects").remove(0);
        api.put(BINDING, widened.toString());
        await("put right")
                .atMost(SOON)
                .until(() -> api.get(BINDING).orElseThrow().path("subjects").size() == 4);
    }

    @Test
    void makesNoBindingWhereThereAreNoSccs() {
        namespace("linkerd", "");
        configMap("2102");
        start();
        await("attachment").atMost(SOON).until(() -> proxyUid("linkerd").equals("2102"));
        assertThat(api.get(BINDING)).isEmpty();
    }

    @Test
    void comesThroughAnOutageOfTheApiServer() {
        configMap("2102");
        start();
        await("leads").atMost(SOON).until(this::leads);
        api.fail("PATCH", 503);
        namespace("shop", "enabled");
        await("failure").atMost(SOON).until(() -> reconciles("failed") > 1);
        api.heal();
        await("attachment").atMost(SOON).until(() -> proxyUid("shop").equals("2102"));
    }

    @Test
    void isNotReadyButAliveWithoutPermissionsAndGoesOnOnceTheyAreThere() {
        configMap("2102");
        api.fail("GET " + NADS, 403);
        namespace("shop", "enabled");
        start();
        await("reason")
                .atMost(SOON)
                .until(() -> controller
                        .orElseThrow()
                        .whyNotReady()
                        .filter(text ->
                                text.contains("permission missing") && text.contains("network-attachment-definitions"))
                        .isPresent());
        api.heal();
        await("attachment").atMost(SOON).until(() -> proxyUid("shop").equals("2102"));
        assertThat(controller.orElseThrow().whyNotReady()).isEmpty();
    }

    @Test
    void writesNothingWhileAnotherLeadsAndTakesOverWhenItsLeaseIsReleased() {
        configMap("2102");
        namespace("shop", "enabled");
        api.put(LEASE, lease("\"somebody-else\""));
        start();
        await("ready")
                .atMost(SOON)
                .until(() -> controller.orElseThrow().whyNotReady().isEmpty());
        await("waits")
                .during(Duration.ofSeconds(3))
                .atMost(SOON)
                .until(() -> api.writes().isEmpty());
        api.put(LEASE, lease("null"));
        await("attachment").atMost(SOON).until(() -> proxyUid("shop").equals("2102"));
        api.put(LEASE, lease("\"somebody-else\""));
        await("stands back").atMost(SOON).until(() -> !leads());
        api.forgetWrites();
        api.remove(attachment("shop"));
        await("silent")
                .during(Duration.ofSeconds(2))
                .atMost(SOON)
                .until(() -> api.writes().isEmpty());
    }

    @Test
    void writesNothingForAReleaseThatIsBeingRemoved() {
        configMap("2102");
        namespace("shop", "enabled");
        start();
        await("attachment").atMost(SOON).until(() -> proxyUid("shop").equals("2102"));
        api.remove(ROLE);
        await("silent").during(Duration.ofSeconds(2)).atMost(SOON).until(() -> isGone(attachment("shop")));
        api.put(ROLE, "{\"metadata\":{\"name\":\"linkerd-multus-controller\"}}");
        await("made for the new release")
                .atMost(SOON)
                .until(() -> api.get(attachment("shop"))
                        .filter(made ->
                                made.path("metadata").path("ownerReferences").size() == 1)
                        .isPresent());
    }

    private void start() {
        var settings = ControllerSettings.read(Map.of(
                "LINKERD_MULTUS_POD_NAME", "controller-1",
                "LINKERD_MULTUS_NAMESPACE", "linkerd-multus",
                "LINKERD_MULTUS_OWNER", "linkerd-multus-controller"));
        controller = Optional.of(new Controller(client, settings, meters));
    }

    private void restart() {
        controller.orElseThrow().close();
        meters.clear();
        start();
    }

    private void namespace(String name, String multus) {
        api.put(
                "/api/v1/namespaces/" + name,
                "{\"metadata\":{\"name\":\"" + name + "\",\"annotations\":{\"linkerd.io/multus\":\"" + multus
                        + "\"}}}");
    }

    private void configMap(String proxyUid) {
        api.put(CONFIG_MAP, configMapOf("{\"type\":\"linkerd-cni\",\"linkerd\":{\"proxy-uid\":" + proxyUid + "}}"));
    }

    private static String configMapOf(String config) {
        return "{\"metadata\":{\"name\":\"linkerd-cni-config\",\"namespace\":\"linkerd-cni\"},"
                + "\"data\":{\"cni_network_config\":\"" + config.replace("\"", "\\\"") + "\"}}";
    }

    private void pod(String phase) {
        api.put(
                "/api/v1/namespaces/shop/pods/web",
                "{\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"annotations\":"
                        + "{\"k8s.v1.cni.cncf.io/networks\":\"linkerd-cni\"}},\"status\":{\"phase\":\"" + phase
                        + "\"}}");
    }

    private static String lease(String holder) {
        return "{\"metadata\":{\"name\":\"linkerd-multus-controller\",\"namespace\":\"linkerd-multus\"},"
                + "\"spec\":{\"holderIdentity\":" + holder + ",\"leaseDurationSeconds\":3600}}";
    }

    private static String attachment(String namespace) {
        return "/apis/k8s.cni.cncf.io/v1/namespaces/" + namespace + "/network-attachment-definitions/linkerd-cni";
    }

    private String proxyUid(String namespace) {
        return api.get(attachment(namespace))
                .map(found -> found.path("spec").path("config").asText())
                .map(config -> config.replaceAll(".*\"proxy-uid\":(\\d+).*", "$1"))
                .orElse("");
    }

    private boolean hasEvent(String namespace, String reason) {
        return api.all("/api/v1/namespaces/" + namespace + "/events").stream()
                .anyMatch(event -> event.path("reason").asText().equals(reason));
    }

    /** Removes it as the garbage collector does, which is as quick as we are to notice that the owner went. */
    private boolean isGone(String path) {
        boolean gone = api.get(path).isEmpty();
        api.remove(path);
        return gone;
    }

    private long attachmentWrites() {
        return api.writes().stream()
                .filter(write -> write.contains("network-attachment-definitions"))
                .count();
    }

    private double standing(String standing) {
        return meters.get("linkerd_multus_controller_namespaces")
                .tag("standing", standing)
                .gauge()
                .value();
    }

    private boolean leads() {
        return meters.get("linkerd_multus_controller_leader").gauge().value() == 1;
    }

    private double reconciles(String result) {
        return meters.find("linkerd_multus_controller_reconciles").tag("result", result).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }
}
