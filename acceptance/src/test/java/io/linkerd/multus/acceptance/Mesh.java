// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.acceptance.mesh.ClusterObjects;
import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.mesh.MeshedPod;
import io.linkerd.multus.acceptance.mesh.RedirectRules;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.Shop;
import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.PodNetwork;
import io.linkerd.multus.localcluster.plan.Profile;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;

/** A cluster with Linkerd's stand-ins, and what the tests do with it. Every wait is for a condition, with a generous deadline. */
final class Mesh implements AutoCloseable {
    /** What asks for everything: Linkerd's proxy, and our attachment. */
    static final Map<String, String> OPTED_IN = Map.of("linkerd.io/inject", "enabled", "linkerd.io/multus", "enabled");

    static final Map<String, String> INJECTED_ONLY = Map.of("linkerd.io/inject", "enabled");

    private static final String CONFIGURATIONS = "mutatingwebhookconfigurations";
    private static final String DEPLOYMENTS = "deployments";
    private static final String WEBHOOK = Release.NAME + "-webhook";

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(500);

    private final LocalCluster cluster;
    private final LinkerdStandins standins;
    private final ClusterObjects objects;
    private final Release release;
    private final CniFolders untouched;
    private final MadeNamespaces namespaces;

    /** {@code untouched} is what was on the nodes before anything of ours was. */
    Mesh(LocalCluster cluster, Release release, LinkerdStandins standins, CniFolders untouched) throws IOException {
        this.cluster = cluster;
        this.standins = standins;
        this.objects = new ClusterObjects(cluster.kubectl());
        this.release = release;
        this.namespaces = new MadeNamespaces(cluster.kubectl(), objects, Duration.ofMinutes(3));
        this.untouched = untouched;
    }

    CniFolders untouched() {
        return untouched;
    }

    LocalCluster cluster() {
        return cluster;
    }

    ClusterObjects objects() {
        return objects;
    }

    Release release() {
        return release;
    }

    String kubectl(String... arguments) throws IOException, InterruptedException {
        return cluster.kubectl().run(arguments);
    }

    void apply(String manifest) throws IOException, InterruptedException {
        cluster.kubectl().apply(manifest);
    }

    LinkerdStandins standins() {
        return standins;
    }

    /** Puts another configuration of the CNI plugin in the place of Linkerd's. */
    void linkerdConfig(String json) throws IOException, InterruptedException {
        apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: linkerd-cni-config, namespace: linkerd-cni}
                data: {cni_network_config: "%s"}
                """.formatted(json.replace("\"", "\\\"")));
    }

    /** Returns a metric of the controller that leads. */
    double controllerMetric(String sample) throws IOException, InterruptedException {
        var pod =
                objects.pods(Release.NAME, "app.kubernetes.io/name=controller").getFirst();
        return objects.raw("/api/v1/namespaces/" + Release.NAME + "/pods/" + pod.name() + ":8080/proxy/metrics")
                .lines()
                .filter(line -> line.startsWith(sample + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(sample.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the controller has no metric " + sample));
    }

    /** Returns a name for a namespace that no other test uses; nothing is made yet. */
    String unique(String word) {
        return namespaces.unique(word);
    }

    /** Makes a namespace, and waits until the platform has given it what pods need. */
    void namespace(String name, Map<String, String> annotations) throws IOException, InterruptedException {
        namespaces.made(name);
        apply(Applications.namespace(name, annotations));
        if (cluster.profile() == Profile.OPENSHIFT) {
            until(
                    "namespace " + name + " has its user ids",
                    () -> uidRange(name).contains("/"));
        }
    }

    /** Gives Linkerd its configuration back after a test, and asks for the deletion of the namespaces that it made. */
    void tidy(String test) throws IOException, InterruptedException {
        try {
            standins.cniConfig();
        } finally {
            namespaces.delete(test);
        }
    }

    /** Waits until nothing is left of earlier tests' namespaces, for those that count objects of the whole cluster. */
    void awaitTidy() throws IOException, InterruptedException {
        namespaces.awaitGone();
    }

    String uidRange(String namespace) throws IOException, InterruptedException {
        return annotation(objects.find("namespace", "", namespace).orElseThrow(), "openshift.io/sa.scc.uid-range");
    }

    /** Returns the first and the last user id of a namespace. */
    long[] uids(String namespace) throws IOException, InterruptedException {
        var range = uidRange(namespace);
        var slash = range.indexOf('/');
        var first = Long.parseLong(range.substring(0, slash));
        return new long[] {first, first + Long.parseLong(range.substring(slash + 1)) - 1};
    }

    static String annotation(JsonNode object, String key) {
        return object.path("metadata").path("annotations").path(key).asText();
    }

    /** What the pods of a part of a release answer to a probe of that path, status line and all. */
    List<String> probe(String path, String namespace, String part) throws IOException, InterruptedException {
        var answers = new ArrayList<String>();
        for (var pod : objects.labelled("pods", namespace, "app.kubernetes.io/name=" + part)) {
            answers.add(probe(path, namespace, pod));
        }
        return answers;
    }

    private String probe(String path, String namespace, JsonNode pod) throws InterruptedException {
        var name = pod.at("/metadata/name").asText();
        try {
            return probe(path, cluster.podNetwork(namespace, name));
        } catch (IOException notYet) {
            return name + ": " + notYet.getMessage();
        }
    }

    /** What a pod answers to a probe of that path; the API server has no part in it. */
    static String probe(String path, PodNetwork pod) throws IOException, InterruptedException {
        var ask = "exec 3<>/dev/tcp/127.0.0.1/8080; printf 'GET " + path
                + " HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3";
        return pod.run(Duration.ofSeconds(10), List.of("bash", "-c", ask));
    }

    /** Watches the order in which the release is removed, from now on. */
    Deletions deletions() throws IOException {
        var deletions = new Deletions(cluster.kubectl(), CONFIGURATIONS, DEPLOYMENTS);
        until(
                "the release is seen",
                () -> deletions.sees(CONFIGURATIONS, "zz-" + WEBHOOK) && deletions.sees(DEPLOYMENTS, WEBHOOK));
        return deletions;
    }

    /** Whether the webhook's configuration went before the pods behind it were told to go. */
    boolean removesTheWebhookFirst(Deletions deletions) {
        until(
                "the removal is seen",
                () -> deletions.has(CONFIGURATIONS, "zz-" + WEBHOOK) && deletions.has(DEPLOYMENTS, WEBHOOK));
        return deletions.of(CONFIGURATIONS, "zz-" + WEBHOOK) < deletions.of(DEPLOYMENTS, WEBHOOK);
    }

    /** Makes a Deployment and waits for all its pods. */
    List<MeshedPod> deploy(String namespace, String name, int replicas, Map<String, String> podAnnotations)
            throws IOException, InterruptedException {
        apply(Applications.deployment(namespace, name, replicas, podAnnotations));
        return ready(namespace, name, replicas);
    }

    /** Waits until exactly so many pods of an application exist, all of them ready. */
    List<MeshedPod> ready(String namespace, String app, int count) {
        return untilHas(
                count + " pods of " + namespace + "/" + app + " are ready",
                () -> objects.pods(namespace, "app=" + app),
                pods -> pods.size() == count && pods.stream().allMatch(MeshedPod::ready));
    }

    /** Has one pod's application request the Service {@code web} of the other's namespace. */
    Shop.Exchange request(MeshedPod client, MeshedPod web) throws IOException, InterruptedException {
        return Shop.request(cluster.kubectl(), objects, client, web);
    }

    /** Returns the containers of a namespace that had to be started again: a network validator without rules, for one. */
    List<String> failedContainers(String namespace) throws IOException, InterruptedException {
        var failed = new ArrayList<String>();
        for (JsonNode pod : objects.list("pods", namespace)) {
            for (var kind : List.of("initContainerStatuses", "containerStatuses")) {
                for (var status : pod.path("status").path(kind)) {
                    if (status.path("restartCount").asInt() > 0) {
                        failed.add(pod.at("/metadata/name").asText() + "/"
                                + status.path("name").asText());
                    }
                }
            }
        }
        return failed;
    }

    /** Has pods of a namespace be let in by that SCC too. */
    void allow(String namespace, String scc) throws IOException, InterruptedException {
        kubectl(
                "create",
                "rolebinding",
                "scc-" + scc,
                "--clusterrole=system:openshift:scc:" + scc,
                "--serviceaccount=" + namespace + ":default",
                "--namespace=" + namespace);
    }

    /** Returns when a meshed pod is let in that nobody of ours has changed: it keeps the proxy's own uid, which takes an SCC that lets it. */
    void letsInUnchanged(String namespace, String name) throws IOException, InterruptedException {
        allow(namespace, "nonroot-v2");
        apply(Applications.deployment(namespace, name, 1, Map.of()));
        until("its pod is let in", () -> objects.pods(namespace, "app=" + name).size() == 1);
    }

    /** Whether all but its proxy's own traffic goes to its proxy. */
    boolean redirects(MeshedPod pod) throws IOException, InterruptedException {
        return rules(pod).exempt(pod.proxy().orElseThrow());
    }

    RedirectRules rules(MeshedPod pod) throws IOException, InterruptedException {
        return RedirectRules.of(cluster.podNetwork(pod.namespace(), pod.name()));
    }

    /** Returns the notes of all Events of a namespace with this reason. */
    List<String> events(String namespace, String reason) throws IOException, InterruptedException {
        return objects.events(namespace, reason).stream()
                .map(event -> event.path("message").asText())
                .toList();
    }

    void until(String condition, Callable<Boolean> holds) {
        untilHas(condition, holds, Boolean::booleanValue);
    }

    /** The same for what takes as long as people take. */
    void until(String condition, Callable<Boolean> holds, Duration patience) {
        untilHas(condition, holds, Boolean::booleanValue, patience);
    }

    /** Waits until a value is as it should be, and returns it; the failure tells the last one that was seen. */
    <T> T untilHas(String condition, Callable<T> value, Predicate<T> right) {
        return untilHas(condition, value, right, PATIENCE);
    }

    /** The same for what takes as long as another project's program takes. */
    <T> T untilHas(String condition, Callable<T> value, Predicate<T> right, Duration patience) {
        var last = new AtomicReference<T>();
        try {
            await(condition).atMost(patience).pollInterval(POLL).until(() -> {
                last.set(value.call());
                return right.test(last.get());
            });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("not within " + patience + ": " + condition + "; last seen: " + last.get(), e);
        }
        return last.get();
    }

    /** Ends the cluster, once every namespace that a test made is gone: one that stays is a failure. */
    @Override
    public void close() throws IOException {
        try {
            namespaces.awaitGone();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the namespaces of the tests were being deleted", e);
        } finally {
            cluster.close();
        }
    }
}
