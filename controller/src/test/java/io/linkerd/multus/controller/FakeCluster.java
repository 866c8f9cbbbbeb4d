// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.controller.engine.api.ApiClient;
import io.linkerd.multus.controller.engine.api.ApiTraffic;
import io.linkerd.multus.controller.engine.api.RefusedWatches;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The whole controller with an API server of our own, a release that owns what it writes, and Linkerd's CNI namespace. */
public final class FakeCluster implements AutoCloseable {
    public static final String CONFIG_MAP = "/api/v1/namespaces/linkerd-cni/configmaps/linkerd-cni-config";
    public static final String ROLE = "/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-controller";
    public static final String NADS = "/apis/k8s.cni.cncf.io/v1/network-attachment-definitions";
    public static final String BINDING =
            "/apis/rbac.authorization.k8s.io/v1/namespaces/linkerd/rolebindings/linkerd-multus-scc";
    public static final String LEASE =
            "/apis/coordination.k8s.io/v1/namespaces/linkerd-multus/leases/linkerd-multus-controller";
    public static final Duration SOON = Duration.ofSeconds(40);

    public static final ControllerSettings SETTINGS = new SettingsBuilder().build();

    private final FakeApiServer api = FakeApiServer.plain();
    private final RefusedWatches refused = new RefusedWatches();
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ApiTraffic traffic = new ApiTraffic(meters, System::nanoTime);
    private final OpenShiftClient client = ApiClient.open(apiServer(), refused, traffic);
    private Optional<Controller> controller = Optional.empty();
    private Optional<Controller> other = Optional.empty();

    public FakeCluster() {
        this(true);
    }

    private FakeCluster(boolean hasMultus) {
        if (hasMultus) {
            addMultus();
        }
        api.put(ROLE, "{}");
        namespace("linkerd-multus", "");
        namespace("linkerd-cni", "");
    }

    /** One that does not know attachments. */
    public static FakeCluster withoutMultus() {
        return new FakeCluster(false);
    }

    /** Has it know attachments. */
    public void addMultus() {
        api.define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true);
    }

    /** Where it is, for a client. */
    public Config apiServer() {
        return config(api);
    }

    /** {@return a client of that API server, as the controller has one} */
    public static OpenShiftClient client(FakeApiServer api) {
        return ApiClient.open(
                config(api), new RefusedWatches(), new ApiTraffic(new SimpleMeterRegistry(), System::nanoTime));
    }

    private static Config config(FakeApiServer api) {
        return new ConfigBuilder()
                .withMasterUrl(api.url())
                .withAutoConfigure(false)
                .build();
    }

    public FakeApiServer api() {
        return api;
    }

    public MeterRegistry meters() {
        return meters;
    }

    public Controller controller() {
        return controller.orElseThrow();
    }

    @Override
    public void close() {
        other.ifPresent(Controller::close);
        controller.ifPresent(Controller::close);
        client.close();
        api.close();
        meters.close();
    }

    public void start() {
        make();
        controller().start();
    }

    /** Starts the controller of another release beside it. */
    public void startOther() {
        api.put("/apis/rbac.authorization.k8s.io/v1/clusterroles/other-controller", "{}");
        namespace("other", "");
        var settings = new SettingsBuilder()
                .withRelease("other")
                .withIdentity("other-1")
                .build();
        var started = new Controller(
                client, refused, traffic, settings, new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
        other = Optional.of(started);
        started.start();
    }

    /** Puts the controller together, and does not start it. */
    public void make() {
        controller = Optional.of(new Controller(client, refused, traffic, SETTINGS, meters));
    }

    /** Starts one with other settings, as after an upgrade. */
    public void restart(ControllerSettings settings) {
        controller.ifPresent(Controller::close);
        meters.clear();
        controller = Optional.of(new Controller(client, refused, traffic, settings, meters));
        controller().start();
    }

    /** Starts one that keeps attachments elsewhere. */
    public void restart(AttachmentScope scope) {
        restart(new SettingsBuilder().withScope(scope).build());
    }

    /** Starts one that makes no attachments, and looks as often for Multus. */
    public void startChained(Optional<Duration> looksForMultus) {
        restart(new SettingsBuilder()
                .withScope(AttachmentScope.NONE)
                .withLooksForMultus(looksForMultus)
                .build());
    }

    /** Starts one that takes over what the attach operator made. */
    public void restartAdopting() {
        restart(new SettingsBuilder().withAdoption(true).build());
    }

    public void restart() {
        restart(SETTINGS);
    }

    public void namespace(String name, String multus) {
        api.put(
                "/api/v1/namespaces/" + name,
                "{metadata: {annotations: {'linkerd.io/multus': '%s'}}}".formatted(multus));
    }

    public void configMap(String proxyUid) {
        api.put(CONFIG_MAP, configMapOf("{\"type\":\"linkerd-cni\",\"linkerd\":{\"proxy-uid\":" + proxyUid + "}}"));
    }

    public static String configMapOf(String config) {
        return "{data: {cni_network_config: '" + config + "'}}";
    }

    public void pod(String phase) {
        pod("shop", phase);
    }

    public void pod(String namespace, String phase) {
        podWith(namespace, "linkerd-cni", phase);
    }

    /** A pod that refers to these networks. */
    public void podWith(String namespace, String networks, String phase) {
        api.put(
                "/api/v1/namespaces/" + namespace + "/pods/web",
                "{metadata: {annotations: {'k8s.v1.cni.cncf.io/networks': '%s'}}, status: {phase: '%s'}}"
                        .formatted(networks, phase));
    }

    /** A pod that runs and refers to its namespace's attachment, as Linkerd's injector and the webhook leave it. */
    public void meshedPod(String namespace, String name) {
        api.put(
                "/api/v1/namespaces/" + namespace + "/pods/" + name,
                "{metadata: {labels: {'linkerd.io/control-plane-ns': 'linkerd'}, annotations:"
                        + " {'k8s.v1.cni.cncf.io/networks': 'linkerd-cni'}}, status: {phase: 'Running'}}");
    }

    /** A pod of a ReplicaSet whose validator has found no rules. */
    public void unmeshedPod(String namespace, String name) {
        api.put(
                "/api/v1/namespaces/" + namespace + "/pods/" + name,
                "{metadata: {ownerReferences: [{apiVersion: 'apps/v1', kind: 'ReplicaSet', controller: true, name: 'web', uid: 'u'}],"
                        + " labels: {'linkerd.io/control-plane-ns': 'linkerd'}, annotations:"
                        + " {'k8s.v1.cni.cncf.io/networks': 'linkerd-cni'}}, status: {phase: 'Pending', initContainerStatuses:"
                        + " [{name: 'linkerd-network-validator', state: {terminated: {exitCode: 95}}}]}}");
    }

    public static String lease(String holder) {
        return "{spec: {holderIdentity: " + holder + ", leaseDurationSeconds: 3600}}";
    }

    public static String attachment(String namespace) {
        return "/apis/k8s.cni.cncf.io/v1/namespaces/" + namespace + "/network-attachment-definitions/linkerd-cni";
    }

    public String proxyUid(String namespace) {
        return api.get(attachment(namespace))
                .map(found -> found.path("spec").path("config").asText())
                .map(config -> config.replaceAll(".*\"proxy-uid\":(\\d+).*", "$1"))
                .orElse("");
    }

    public boolean hasEvent(String namespace, String reason) {
        return events(namespace, reason) > 0;
    }

    /** How often that was told in the namespace. */
    public int events(String namespace, String reason) {
        return api.list("/api/v1/namespaces/" + namespace + "/events").stream()
                .filter(event -> event.path("reason").asText().equals(reason))
                .mapToInt(event -> event.path("count").asInt())
                .sum();
    }

    /** Every request of the controller that would change something, but for the lease. */
    public List<String> writes() {
        return api.writes().stream().filter(write -> !write.contains("/leases")).toList();
    }

    /** How many releases own a field of the namespace's attachment. */
    public long releasesThatWrote(String namespace) {
        return api.get(attachment(namespace))
                .map(found -> found.at("/metadata/managedFields"))
                .map(entries -> StreamSupport.stream(entries.spliterator(), false)
                        .map(entry -> entry.path("manager").asText())
                        .filter(manager -> manager.startsWith(LinkerdMultus.CONTROLLER_FIELD_MANAGER))
                        .distinct()
                        .count())
                .orElse(0L);
    }

    public long attachmentWrites() {
        return writes().stream()
                .filter(write -> write.contains("network-attachment-definitions"))
                .count();
    }

    public double standing(String standing) {
        return meters.get("linkerd_multus_controller_namespaces")
                .tag("standing", standing)
                .gauge()
                .value();
    }

    public boolean leads() {
        return meters.get("linkerd_multus_controller_leader").gauge().value() == 1;
    }

    /** How many keys of that kind need nothing more, counted each time. */
    public double settled(String kind) {
        return meters
                .find("linkerd_multus_controller_reconciles")
                .tag("kind", kind)
                .tag("result", "settled")
                .counters()
                .stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    public double reconciles(String result) {
        return meters.find("linkerd_multus_controller_reconciles").tag("result", result).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }
}
