// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.StandingRefusals;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.api.NotLeading;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.api.RefusedWatches;
import io.linkerd.multus.controller.engine.notices.EventRecorder;
import io.linkerd.multus.controller.engine.notices.Notices;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.engine.watch.Namespaces;
import io.linkerd.multus.controller.engine.watch.UnreadObjects;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.controller.settings.CniSettings;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A cluster in which one thing happens after the other: a leader's looks, the writes of others, and time. */
final class ValuesWorld implements AutoCloseable {
    static final String NAMESPACE = "linkerd";
    private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
    private static final String CONFIGS = "/apis/config.linkerd.io/v1alpha1/linkerdconfigs";

    /** After so long Events that were rejected are sent again, at the latest. */
    private static final Duration EVENTS_AGAIN = Duration.ofMinutes(5);

    /** What happens before a leader's next effects: nothing, the end of the leader, or something in between. */
    interface Moment {
        /** {@return whether the leader lives on} */
        boolean lives();
    }

    private final FakeApiServer api =
            FakeApiServer.plain().define("config.linkerd.io/v1alpha1", "linkerdconfigs", "LinkerdConfig", false);
    private final OpenShiftClient client = FakeCluster.client(api);
    private final ValuesWriters writers = new ValuesWriters(api, NAMESPACE);
    private final List<Moment> effects = new ArrayList<>();
    private final ValuesLedger ledger = new ValuesLedger();
    private final Injectors injectors;
    private Duration time = Duration.ZERO;
    private LinkerdConfigReconciler leader;
    private boolean between;
    private Optional<Duration> nextLook = Optional.empty();

    ValuesWorld(Random random) {
        api.put("/api/v1/namespaces/default", "{}");
        api.put("/api/v1/namespaces/" + NAMESPACE, "{}");
        api.put(
                "/api/v1/namespaces/linkerd-cni/configmaps/linkerd-cni-config",
                "{data: {cni_network_config: '{\"type\": \"linkerd-cni\", \"linkerd\": {\"proxy-uid\": 2103,"
                        + " \"inbound-ports-to-ignore\": [\"4191\", \"4291\"]}}'}}");
        injectors = new Injectors(() -> text().orElse(""), random.nextInt(3) != 0, random);
        leader = leader();
    }

    FakeApiServer api() {
        return api;
    }

    ValuesLedger ledger() {
        return ledger;
    }

    Injectors injectors() {
        return injectors;
    }

    Optional<ObjectNode> map() {
        return api.get(writers.path());
    }

    Optional<String> text() {
        return map().map(map -> map.at("/data/values"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText);
    }

    static ObjectNode none() {
        return JsonNodeFactory.instance.objectNode();
    }

    static String config(String name) {
        return CONFIGS + "/" + name;
    }

    List<ObjectNode> configs() {
        return api.list(CONFIGS);
    }

    private LinkerdConfigReconciler leader() {
        var meters = new SimpleMeterRegistry();
        var writes = new ObjectWrites(client, ObjectWrites.LONGEST, this::mayWrite);
        var events = new EventRecorder(client, writes, "mesh", "controller-1", this::now, meters);
        var context = new ControllerContext(
                client,
                new Namespaces(new ClientTransport(client, new RefusedWatches()), _ -> {}),
                Optional.empty(),
                () -> {
                    throw new AssertionError("has no owner to give");
                },
                new Instance("mesh"),
                writes,
                () -> true,
                new Notices(events, this::nanos),
                events,
                meters,
                new UnreadObjects(),
                new RefusedWatches(),
                new StandingRefusals());
        return new LinkerdConfigReconciler(
                context,
                new LinkerdConfigMap(
                        context,
                        new CniSettings("linkerd-cni", "linkerd-cni-config", "cni_network_config", "/etc/kubeconfig")),
                injectors,
                this::now,
                this::nanos);
    }

    private Instant now() {
        return START.plus(time);
    }

    private long nanos() {
        return time.toNanos();
    }

    void pass(Duration more) {
        time = time.plus(more);
        injectors.time(time);
    }

    /** Another writer's text. */
    boolean write(ValuesWriters.Writer writer, String text) {
        long before = api.version();
        boolean taken = writers.write(writer, text, between);
        ledger.others(before, api.version());
        return taken;
    }

    void remove() {
        long before = api.version();
        api.remove(writers.path());
        ledger.others(before, api.version());
    }

    /** What happens before the leader's next effects, one after the other. */
    void before(Moment moment) {
        effects.add(moment);
    }

    void clearMoments() {
        effects.clear();
    }

    private boolean mayWrite() {
        boolean was = between;
        between = true;
        try {
            return effects.isEmpty() || effects.removeFirst().lives();
        } finally {
            between = was;
        }
    }

    /** {@return whether nothing more is asked about} A refused text may be due once more, minutes later. */
    boolean isSettled() {
        return nextLook.filter(after -> after.compareTo(EVENTS_AGAIN) <= 0).isEmpty();
    }

    /** {@return when the leader looks again by itself} */
    Optional<Duration> nextLook() {
        return nextLook;
    }

    /** {@return whether it went through} One whose leader ended is made by its successor. */
    boolean look() {
        long from = api.version();
        try {
            var seen = client.resources(LinkerdConfigResource.class).list().getItems();
            var honoured = ObservedLinkerdConfig.active(
                    seen.stream().map(LinkerdConfigResource::seen).toList());
            honoured.ifPresentOrElse(
                    config -> {
                        asks(config);
                        seen.stream()
                                .filter(other -> !other.getMetadata().getUid().equals(config.uid()))
                                .forEach(other -> leader.reportIgnored(other, config));
                        nextLook = leader.reconcile(config) instanceof ReconcileResult.Requeue(var after)
                                ? Optional.of(after)
                                : Optional.empty();
                    },
                    () -> {
                        nextLook = leader.verifyWithoutConfig();
                        if (nextLook.isEmpty()) {
                            leader.finish();
                        }
                    });
            between = false;
            return true;
        } catch (NotLeading e) {
            leader = leader();
            ledger.brokenOff();
            between = true;
            return false;
        } catch (ApiException e) {
            ledger.brokenOff();
            between = true;
            return false;
        } finally {
            ledger.check(api, from, writers.path());
        }
    }

    private void asks(ObservedLinkerdConfig honoured) {
        var object = api.get(config(honoured.name())).orElseThrow();
        var metadata = object.path("metadata");
        ledger.asks(metadata.path("uid").asText() + metadata.path("generation").asText(), object.path("spec"));
    }

    @Override
    public void close() {
        client.close();
        api.close();
    }
}
