// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.StandingRefusals;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.api.RefusedWatches;
import io.linkerd.multus.controller.engine.notices.EventRecorder;
import io.linkerd.multus.controller.engine.notices.Notices;
import io.linkerd.multus.controller.engine.watch.Namespaces;
import io.linkerd.multus.controller.engine.watch.UnreadObjects;
import io.linkerd.multus.controller.pods.plan.Roots;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfig;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A cluster with Linkerd and meshed workloads of all kinds, which are seen before a fake API server. */
final class WorkloadCluster implements AutoCloseable {
    static final String VALUES = "/api/v1/namespaces/linkerd/configmaps/linkerd-config";
    static final String TRUST = "/api/v1/namespaces/linkerd/configmaps/linkerd-identity-trust-roots";

    private static final KubernetesSerialization JSON = new KubernetesSerialization();
    private static final LinkerdConfigSpec SPEC =
            LinkerdConfigSpec.of(new LinkerdConfig("mesh", ValueTree.Members.of(Map.of()), true));

    private final FakeApiServer api = FakeApiServer.plain();
    private final OpenShiftClient client = FakeCluster.client(api);
    private final AtomicInteger changes = new AtomicInteger();
    private final Namespaces namespaces;
    private final MeshedWorkloads workloads;

    WorkloadCluster() {
        for (var kind : List.of("StatefulSet", "ReplicaSet")) {
            api.define("apps/v1", kind.toLowerCase(Locale.ROOT) + "s", kind, true);
        }
        api.define("v1", "replicationcontrollers", "ReplicationController", true);
        api.define("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget", true);
        values("linkerdVersion: edge-26.8.3");
        bundle(Roots.A);
        var instance = new Instance("linkerd-multus");
        var meters = new SimpleMeterRegistry();
        var writes = new ObjectWrites(client, ObjectWrites.LONGEST, () -> true);
        var events = new EventRecorder(client, writes, instance.name(), "test", InstantSource.system(), meters);
        namespaces = new Namespaces(
                new ClientTransport(client, new RefusedWatches()),
                _ -> this.workloads().lookAgain());
        workloads = new MeshedWorkloads(
                new ControllerContext(
                        client,
                        namespaces,
                        Optional.empty(),
                        Owner.None::new,
                        instance,
                        writes,
                        () -> true,
                        new Notices(events, System::nanoTime),
                        events,
                        meters,
                        new UnreadObjects(),
                        new RefusedWatches(),
                        new StandingRefusals()),
                AttachmentScope.PER_NAMESPACE,
                "ours",
                changes::incrementAndGet);
    }

    void follow() {
        if (!namespaces.isComplete()) {
            namespaces.start();
        }
        workloads.follow(SPEC);
    }

    MeshedWorkloads workloads() {
        return workloads;
    }

    FakeApiServer api() {
        return api;
    }

    int changes() {
        return changes.get();
    }

    void values(String text) {
        put(VALUES, "{data: {values: '" + text + "'}}");
    }

    void bundle(String pem) {
        put(TRUST, "{data: {ca-bundle.crt: \"" + pem.replace("\n", "\\n") + "\"}}");
    }

    void namespace(String name) {
        put("/api/v1/namespaces/" + name, "{metadata: {annotations: {linkerd.io/inject: enabled}}}");
    }

    /** {@return the object's uid} */
    String put(String path, String yaml) {
        var json = JSON.asJson(JSON.unmarshal("# YAML\n" + yaml, Map.class));
        return api.put(path, json).at("/metadata/uid").asText();
    }

    /** {@return the reference to a controller} */
    static String owner(String apiVersion, String kind, String name, String uid) {
        return "ownerReferences: [{apiVersion: '%s', kind: '%s', name: '%s', uid: '%s', controller: true}]"
                .formatted(apiVersion, kind, name, uid);
    }

    static String apps(String namespace, String plural, String name) {
        return "/apis/apps/v1/namespaces/" + namespace + "/" + plural + "/" + name;
    }

    /** A Deployment of three pods that is at rest, its ReplicaSet and so many pods. */
    void deployment(String namespace, String name, int pods) {
        deployment(namespace, name, "", pods);
    }

    void deployment(String namespace, String name, String metadata, int pods) {
        var own = put(
                apps(namespace, "deployments", name),
                "{metadata: {labels: {config.linkerd.io/reconcile: auto}, " + metadata
                        + "}, spec: {replicas: 3, template: {metadata: {labels: {app: " + name
                        + "}}}}, status: {observedGeneration: 1, replicas: 3, updatedReplicas: 3, availableReplicas: 3}}");
        replicaSet(namespace, name + "-1", owner("apps/v1", "Deployment", name, own), pods);
    }

    /** A ReplicaSet and so many pods. */
    void replicaSet(String namespace, String name, String owner, int pods) {
        var own = put(
                apps(namespace, "replicasets", name),
                "{metadata: {" + owner + "}, spec: {replicas: 3, template: {metadata: {labels: {set: " + name
                        + "}}}}, status: {observedGeneration: 1, replicas: 3, availableReplicas: 3}}");
        for (int number = 0; number < pods; number++) {
            pod(
                    namespace,
                    name + "-" + number,
                    "labels: {set: " + name + "}, " + owner("apps/v1", "ReplicaSet", name, own));
        }
    }

    /** A Deployment of {@link #deployment} is restarted with that mark, and its only new pod has no proxy. */
    void unmeshed(String namespace, String name, String mark) {
        var path = apps(namespace, "deployments", name);
        var edited = api.edit(
                path,
                "{spec: {selector: {matchLabels: {app: '" + name + "'}}, template: {metadata: {annotations: {'"
                        + mark.replace(": ", "': '") + "'}}}}}");
        var own = edited.at("/metadata/uid").asText();
        long generation = edited.at("/metadata/generation").asLong();
        var seen = edited.deepCopy();
        seen.withObject("/status").put("observedGeneration", generation);
        api.put(path, seen.toString());
        var set = put(
                apps(namespace, "replicasets", name + "-2"),
                "{metadata: {" + owner("apps/v1", "Deployment", name, own) + "}, spec: {replicas: 3}}");
        put(
                "/api/v1/namespaces/" + namespace + "/pods/" + name + "-2-0",
                "{metadata: {labels: {app: " + name + "}, annotations: {" + mark + "}, "
                        + owner("apps/v1", "ReplicaSet", name + "-2", set)
                        + "}, spec: {containers: [{name: app}]}, status: {phase: Running}}");
    }

    /** A meshed pod with the first root. */
    String pod(String namespace, String name, String metadata) {
        return pod(namespace, name, metadata, UnaryOperator.identity());
    }

    /** The same, changed. */
    String pod(String namespace, String name, String metadata, UnaryOperator<String> change) {
        var labelled = metadata.contains("labels: {")
                ? metadata.replace("labels: {", "labels: {linkerd.io/control-plane-ns: linkerd, ")
                : "labels: {linkerd.io/control-plane-ns: linkerd}, " + metadata;
        return put(
                "/api/v1/namespaces/" + namespace + "/pods/" + name,
                change.apply(
                        ("{metadata: {%s, annotations: {linkerd.io/inject: enabled, linkerd.io/proxy-version: edge-26.8.3,"
                                        + " linkerd.io/created-by: linkerd/proxy-injector edge-26.8.3,"
                                        + " k8s.v1.cni.cncf.io/networks: linkerd-cni}}, spec: {initContainers: [{name: linkerd-proxy,"
                                        + " image: 'proxy:edge-26.8.3', env: [{name: LINKERD2_PROXY_IDENTITY_TRUST_ANCHORS,"
                                        + " value: \"%s\"}, {name: _l5d_ns, value: linkerd}]}]},"
                                        + " status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}")
                                .formatted(labelled, Roots.A.replace("\n", "\\n"))));
    }

    Optional<Workload> find(String kind, String name) {
        return workloads.all().stream()
                .filter(one -> one.subject().kind().equals(kind)
                        && one.subject().name().equals(name))
                .findFirst();
    }

    long outdated() {
        return workloads.all().stream().filter(one -> !one.outdated().isEmpty()).count();
    }

    @Override
    public void close() {
        workloads.close();
        namespaces.close();
        client.close();
        api.close();
    }
}
