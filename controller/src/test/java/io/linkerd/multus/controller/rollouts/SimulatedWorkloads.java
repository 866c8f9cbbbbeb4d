// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Deployments and StatefulSets before a fake API server, with their controllers and a kubelet: each does one thing at a time, when the test says so.
 * A pod says for which change it was made, as an injector would have made it.
 */
final class SimulatedWorkloads {
    static final int REPLICAS = 2;
    static final String MARK = "multus.linkerd.io/rolled-out-for";
    /** Annotation of a pod: which change it has. */
    static final String CHANGE = "test/change";

    /** Annotation of a pod: whether the injector gave it one. */
    private static final String PROXY = "test/proxy";

    /** So many steps without one that helps. */
    private static final int DEADLINE = 8;

    private static final List<String> KINDS = List.of("deployments", "statefulsets");

    private final FakeApiServer api;
    private final AtomicInteger change = new AtomicInteger(1);
    private final AtomicInteger made = new AtomicInteger();
    private final Set<Integer> bad = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> annotated = new ConcurrentHashMap<>();
    private final AtomicBoolean injects = new AtomicBoolean(true);

    SimulatedWorkloads(FakeApiServer api) {
        this.api = api;
        api.define("apps/v1", "statefulsets", "StatefulSet", true);
    }

    /** A Deployment at rest, whose pods are as the present change wants them. */
    void deployment(String namespace, String name, String labels) {
        workload("deployments", namespace, name, labels, "");
    }

    /** A StatefulSet at rest whose pods are replaced only when they are gone. */
    void onDelete(String namespace, String name) {
        workload(
                "statefulsets",
                namespace,
                name,
                "{'config.linkerd.io/reconcile': 'auto'}",
                ", updateStrategy: {type: 'OnDelete'}");
    }

    private void workload(String kind, String namespace, String name, String labels, String more) {
        api.put(
                path(kind, namespace, name),
                "{metadata: {labels: " + labels + "}, spec: {replicas: " + REPLICAS + more
                        + ", template: {metadata: {labels: {app: '" + name
                        + "'}, annotations: {a: 'b'}}, spec: {containers: [{name: 'c'}]}}}}");
        step();
        step();
        step();
    }

    static String path(String kind, String namespace, String name) {
        return "/apis/apps/v1/namespaces/" + namespace + "/" + kind + "/" + name;
    }

    int change() {
        return change.get();
    }

    /** What new pods get is another thing from now on. */
    void newChange() {
        change.incrementAndGet();
    }

    /** Pods of the present change do not become ready. */
    void spoil() {
        bad.add(change.get());
    }

    /** A pod of that workload is not ready any more. */
    void unready(String namespace, String name) {
        all().stream()
                .filter(one -> one.at("/metadata/namespace").asText().equals(namespace)
                        && one.at("/metadata/name").asText().equals(name))
                .flatMap(one -> pods(one).stream().limit(1))
                .forEach(pod -> api.put(podPath(pod), pod.toString().replace("\"ready\":true", "\"ready\":false")));
    }

    void mend() {
        bad.clear();
    }

    /** The annotations of a namespace change, which new pods there take. */
    void annotate(String namespace) {
        annotated.merge(namespace, 1, Integer::sum);
    }

    /** {@return how often they changed} */
    int annotations(String namespace) {
        return annotated.getOrDefault(namespace, 0);
    }

    /** Whether pods that are made from now on have a proxy. */
    void inject(boolean proxy) {
        injects.set(proxy);
    }

    List<JsonNode> all() {
        return KINDS.stream()
                .flatMap(kind -> api.list("/apis/apps/v1/" + kind).stream())
                .<JsonNode>map(node -> node)
                .toList();
    }

    List<JsonNode> pods(JsonNode workload) {
        return api
                .list("/api/v1/namespaces/" + workload.at("/metadata/namespace").asText() + "/pods")
                .stream()
                .filter(pod -> pod.at("/metadata/labels/of")
                        .asText()
                        .equals(workload.at("/metadata/uid").asText()))
                .<JsonNode>map(node -> node)
                .toList();
    }

    /** Each controller does one thing. */
    void step() {
        all().forEach(this::step);
    }

    private void step(JsonNode workload) {
        boolean moved = move(workload);
        var kind = workload.path("kind").asText().equals("Deployment") ? "deployments" : "statefulsets";
        var path = path(
                kind,
                workload.at("/metadata/namespace").asText(),
                workload.at("/metadata/name").asText());
        int idle = moved ? 0 : workload.at("/status/idle").asInt() + 1;
        var pods = pods(workload);
        var mark = mark(workload.at("/spec/template"));
        boolean done = isPaused(workload)
                || (pods.size() == REPLICAS
                        && pods.stream().allMatch(SimulatedWorkloads::isReady)
                        && (kind.equals("statefulsets")
                                || pods.stream().allMatch(pod -> mark(pod).equals(mark))));
        var status = workload.path("status").deepCopy() instanceof ObjectNode there
                ? there
                : JsonNodeFactory.instance.objectNode();
        status.put("observedGeneration", workload.at("/metadata/generation").asLong());
        status.put("idle", done ? 0 : Math.min(idle, DEADLINE));
        if (!status.equals(workload.path("status"))) {
            api.get(path)
                    .ifPresent(object -> api.put(
                            path, object.deepCopy().set("status", status).toString()));
        }
    }

    private boolean move(JsonNode workload) {
        var pods = pods(workload);
        if (pods.size() < REPLICAS) {
            make(workload);
            return true;
        }
        var starting = pods.stream()
                .filter(pod -> !isReady(pod) && !bad.contains(changeOf(pod)))
                .findFirst();
        if (starting.isPresent()) {
            api.put(podPath(starting.get()), starting.get().toString().replace("\"ready\":false", "\"ready\":true"));
            return true;
        }
        var mark = mark(workload.at("/spec/template"));
        boolean well = pods.stream().allMatch(SimulatedWorkloads::isReady);
        var old = pods.stream()
                .filter(pod -> !mark(pod).equals(mark) && (well || !isReady(pod)))
                .findFirst();
        boolean replaces = workload.path("kind").asText().equals("Deployment") && !isPaused(workload);
        old.filter(_ -> replaces).ifPresent(pod -> api.remove(podPath(pod)));
        return replaces && old.isPresent();
    }

    private void make(JsonNode workload) {
        var mark = mark(workload.at("/spec/template"));
        var name = workload.at("/metadata/name").asText() + "-" + made.incrementAndGet();
        api.put(
                "/api/v1/namespaces/" + workload.at("/metadata/namespace").asText() + "/pods/" + name,
                "{metadata: {labels: {of: '" + workload.at("/metadata/uid").asText() + "'}, annotations: {'" + CHANGE
                        + "': '" + change.get() + "', '" + MARK + "': '" + mark + "', '" + PROXY + "': '"
                        + injects.get()
                        + "'}}, status: {ready: false}}");
    }

    private static String podPath(JsonNode pod) {
        return "/api/v1/namespaces/" + pod.at("/metadata/namespace").asText() + "/pods/"
                + pod.at("/metadata/name").asText();
    }

    /** A Deployment's controller makes no new pods then, and no deadline passes. */
    static boolean isPaused(JsonNode workload) {
        return workload.at("/spec/paused").asBoolean();
    }

    static boolean isReady(JsonNode pod) {
        return pod.at("/status/ready").asBoolean();
    }

    static boolean hasProxy(JsonNode pod) {
        return pod.path("metadata").path("annotations").path(PROXY).asBoolean();
    }

    static int changeOf(JsonNode pod) {
        return pod.path("metadata").path("annotations").path(CHANGE).asInt();
    }

    /** {@return the mark of a template or pod; empty where it has none} */
    static String mark(JsonNode templateOrPod) {
        return templateOrPod.path("metadata").path("annotations").path(MARK).asText();
    }

    /** {@return when a template was restarted} */
    static Optional<Instant> restarted(JsonNode template) {
        return Optional.of(template.path("metadata")
                        .path("annotations")
                        .path("kubectl.kubernetes.io/restartedAt")
                        .asText())
                .filter(text -> !text.isEmpty())
                .map(Instant::parse);
    }

    /** {@return whether it made no progress for too long} */
    static boolean isLate(JsonNode workload) {
        return workload.at("/status/idle").asInt() >= DEADLINE;
    }

    /** Steps until nothing moves. */
    void settle() {
        IntStream.range(0, 3 * REPLICAS + 2).forEach(_ -> step());
    }
}
