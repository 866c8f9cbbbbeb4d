// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.LocalClusterSettings;
import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Lays before a person what proves that the example's pods are meshed. */
public final class Evidence {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(20);
    /** The one network list of a node on which Multus is not. */
    private static final String NETWORK_LIST = "/etc/cni/net.d/10-cluster.conflist";

    /** A pod that never comes up, and what is said of it. */
    private static final List<String> BROKEN = List.of(
            "kubectl create namespace forgotten",
            "kubectl annotate namespace forgotten linkerd.io/inject=enabled",
            "kubectl create deployment web --namespace forgotten --image " + LinkerdStandins.IMAGE,
            "linkerd-multus why deployment/web --namespace forgotten");

    private final LocalCluster cluster;
    private final ClusterObjects objects;
    private final Report out;

    /** Prints to {@code out}. */
    public Evidence(LocalCluster cluster, Report out) throws IOException {
        this.cluster = cluster;
        this.objects = new ClusterObjects(cluster.kubectl());
        this.out = out;
    }

    /**
     * Prints all of it, and makes one request and one edit on the way.
     *
     * @param edit what the attachment is to follow, where there is Multus
     * @throws IOException also where the evidence is against us
     */
    public void show(Shop shop, FollowedEdit edit) throws IOException, InterruptedException {
        if (hasMultus()) {
            attachment();
        } else {
            chain();
        }
        var pods = objects.pods(Shop.NAMESPACE, "shown=yes");
        pods.forEach(this::pod);
        for (var pod : pods) {
            rules(pod);
        }
        request(shop);
        if (hasMultus()) {
            follow(edit);
        }
    }

    private boolean hasMultus() {
        return cluster.profile().hasMultus();
    }

    /** Without Multus there is no attachment to show: the container runtime calls the plugin itself. */
    private void chain() throws IOException, InterruptedException {
        var node = cluster.nodes().getFirst();
        var list = node.run(PATIENCE, List.of("cat", NETWORK_LIST));
        out.heading("The network list of " + node.name() + ", whose last plugin is Linkerd's");
        out.line(list.strip());
        if (!list.contains("\"linkerd-cni\"")) {
            throw new IOException(NETWORK_LIST + " of " + node.name() + " does not have the plugin");
        }
    }

    private void attachment() throws IOException, InterruptedException {
        var attachment = objects.find("network-attachment-definitions", Shop.NAMESPACE, "linkerd-cni")
                .orElseThrow(() ->
                        new IOException("namespace " + Shop.NAMESPACE + " has no network attachment linkerd-cni"));
        out.heading("The network attachment that namespace " + Shop.NAMESPACE + " was given");
        out.line(attachment.path("spec").path("config").asText().strip());
    }

    private void pod(MeshedPod pod) {
        out.heading("Pod " + pod.name());
        out.line("  node                  " + pod.node());
        out.line("  admitted by           " + pod.scc().orElse("no SecurityContextConstraints on this platform"));
        out.line("  uid of application    " + text(pod.application()));
        out.line("  uid of proxy          " + text(pod.proxy()));
        out.line("  uid of validator      " + text(pod.validator()));
        out.line("  networks annotation   " + pod.networks().orElse("none"));
    }

    private void rules(MeshedPod pod) throws IOException, InterruptedException {
        var rules = RedirectRules.of(cluster.podNetwork(pod.namespace(), pod.name()));
        out.heading("Redirect rules in the network namespace of pod " + pod.name());
        rules.lines().forEach(line -> out.line("  " + line));
        if (!rules.exempt(pod.proxy().orElse(0))) {
            throw new IOException("the rules of pod " + pod.name() + " do not exempt its proxy, and nobody else");
        }
    }

    private void request(Shop shop) throws IOException, InterruptedException {
        var exchange = shop.request();
        out.heading("One request from client to web, and the HTTP requests that both proxies have counted");
        out.line("  answer                " + exchange.answer().strip());
        out.line("  proxy of client, out  " + exchange.clientBefore().outbound() + " before, "
                + exchange.clientAfter().outbound() + " after");
        out.line("  proxy of web, in      " + exchange.webBefore().inbound() + " before, "
                + exchange.webAfter().inbound() + " after");
        if (!exchange.countedByBoth()) {
            throw new IOException("the request was not counted by both proxies");
        }
    }

    private void follow(FollowedEdit edit) throws IOException, InterruptedException {
        out.heading("From an edit of " + edit.subject() + " until the attachment of " + Shop.NAMESPACE + " has it");
        var before = attachmentVersion();
        edit.make(cluster.kubectl(), objects);
        var start = System.nanoTime();
        if (!Await.holds(PATIENCE, POLL, () -> !attachmentVersion().equals(before))) {
            throw new IOException("the attachment did not follow within " + PATIENCE.toSeconds() + " s");
        }
        out.line("  " + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms");
    }

    private String attachmentVersion() throws IOException, InterruptedException {
        return objects.find("network-attachment-definitions", Shop.NAMESPACE, "linkerd-cni")
                .map(attachment ->
                        attachment.path("metadata").path("resourceVersion").asText())
                .orElse("");
    }

    /**
     * Prints what a person might want to try with the cluster.
     *
     * @param more what there is beside what there is always
     */
    public void next(List<String> more) {
        out.heading("Try next");
        var demo = cluster.name().equals(LocalClusterSettings.DEFAULT_NAME)
                ? "./demo "
                : "./demo --name " + cluster.name() + " ";
        var always = List.of(
                "kubectl get pods --all-namespaces --output wide",
                "kubectl annotate namespace default linkerd.io/inject=enabled linkerd.io/multus=enabled",
                hasMultus()
                        ? "kubectl get network-attachment-definitions --all-namespaces"
                        : "node 1 cat " + NETWORK_LIST,
                "kubectl get events --namespace default",
                "node 1 ls -l /etc/cni/linkerd-multus");
        Stream.of(always, hasMultus() ? BROKEN : List.<String>of(), more, List.of("down"))
                .flatMap(List::stream)
                .map(line -> "  " + demo + line)
                .forEach(out::line);
    }

    private static String text(OptionalLong uid) {
        return uid.isPresent() ? Long.toString(uid.getAsLong()) : "as its image says";
    }
}
