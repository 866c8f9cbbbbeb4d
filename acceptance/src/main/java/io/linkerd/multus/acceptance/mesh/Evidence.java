// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.LocalClusterSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Lays before a person what proves that the example's pods are meshed. */
public final class Evidence {
    private static final long MEBIBYTE = 1024 * 1024;
    private static final long KIBIBYTES = 1024;

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(20);

    private final LocalCluster cluster;
    private final Release release;
    private final ClusterObjects objects;
    private final PrintStream out;

    /** Prints to {@code out}. */
    public Evidence(LocalCluster cluster, Release release, PrintStream out) {
        this.cluster = cluster;
        this.release = release;
        this.objects = new ClusterObjects(cluster.kubectl());
        this.out = out;
    }

    /**
     * Prints all of it, and makes one request on the way.
     *
     * @throws IOException also where the evidence is against us
     */
    public void show(Shop shop) throws IOException, InterruptedException {
        attachment();
        var pods = objects.pods(Shop.NAMESPACE, "shown=yes");
        pods.forEach(this::pod);
        for (var pod : pods) {
            rules(pod);
        }
        request(shop);
        follow();
        costs();
        images();
    }

    private void attachment() throws IOException, InterruptedException {
        var attachment = objects.find("network-attachment-definitions", Shop.NAMESPACE, "linkerd-cni")
                .orElseThrow(() ->
                        new IOException("namespace " + Shop.NAMESPACE + " has no network attachment linkerd-cni"));
        heading("The network attachment that namespace " + Shop.NAMESPACE + " was given");
        out.println(attachment.path("spec").path("config").asText().strip());
    }

    private void pod(MeshedPod pod) {
        heading("Pod " + pod.name());
        out.println("  node                  " + pod.node());
        out.println("  admitted by           " + pod.scc().orElse("no SecurityContextConstraints on this platform"));
        out.println("  uid of application    " + text(pod.application()));
        out.println("  uid of proxy          " + text(pod.proxy()));
        out.println("  uid of validator      " + text(pod.validator()));
        out.println("  networks annotation   " + pod.networks().orElse("none"));
    }

    private void rules(MeshedPod pod) throws IOException, InterruptedException {
        var rules = RedirectRules.of(cluster.podNetwork(pod.namespace(), pod.name()));
        heading("Redirect rules in the network namespace of pod " + pod.name());
        rules.lines().forEach(line -> out.println("  " + line));
        if (!rules.exempt(pod.proxy().orElse(0))) {
            throw new IOException("the rules of pod " + pod.name() + " do not exempt its proxy, and nobody else");
        }
    }

    private void request(Shop shop) throws IOException, InterruptedException {
        var exchange = shop.request();
        heading("One request from client to web, and the HTTP requests that both proxies have counted");
        out.println("  answer                " + exchange.answer().strip());
        out.println("  proxy of client, out  " + exchange.clientBefore().outbound() + " before, "
                + exchange.clientAfter().outbound() + " after");
        out.println("  proxy of web, in      " + exchange.webBefore().inbound() + " before, "
                + exchange.webAfter().inbound() + " after");
        if (!exchange.countedByBoth()) {
            throw new IOException("the request was not counted by both proxies");
        }
    }

    /** Adds a blank line to Linkerd's configuration, which means nothing, and sees the attachment take it over. */
    private void follow() throws IOException, InterruptedException {
        heading("From an edit of linkerd-cni/linkerd-cni-config until the attachment of " + Shop.NAMESPACE + " has it");
        var config = objects.find("configmap", "linkerd-cni", "linkerd-cni-config")
                .orElseThrow(() -> new IOException("ConfigMap linkerd-cni/linkerd-cni-config is not there"))
                .path("data")
                .path("cni_network_config")
                .asText();
        var edited = config.endsWith("\n\n") ? config.strip() : config + "\n\n";
        var before = attachmentVersion();
        cluster.kubectl()
                .run(
                        "patch",
                        "configmap",
                        "linkerd-cni-config",
                        "--namespace=linkerd-cni",
                        "--type=merge",
                        "--patch="
                                + JsonNodeFactory.instance
                                        .objectNode()
                                        .set(
                                                "data",
                                                JsonNodeFactory.instance
                                                        .objectNode()
                                                        .put("cni_network_config", edited)));
        long start = System.nanoTime();
        while (attachmentVersion().equals(before)) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IOException("the attachment did not follow within " + PATIENCE.toSeconds() + " s");
            }
            Thread.sleep(POLL);
        }
        out.printf("  %d ms%n", Duration.ofNanos(System.nanoTime() - start).toMillis());
    }

    private String attachmentVersion() throws IOException, InterruptedException {
        return objects.find("network-attachment-definitions", Shop.NAMESPACE, "linkerd-cni")
                .map(attachment ->
                        attachment.path("metadata").path("resourceVersion").asText())
                .orElse("");
    }

    private void costs() throws IOException, InterruptedException {
        heading("What our pods cost; ready is from the pod's creation, in whole seconds");
        out.printf("  %-48s %-8s %9s %9s %7s%n", "pod", "node", "RSS", "RssAnon", "ready");
        for (var footprint : Footprint.of(objects)) {
            out.printf(
                    "  %-48s %-8s %5d MiB %5d MiB %5d s%n",
                    footprint.pod(),
                    footprint.node(),
                    footprint.memory().totalKibibytes() / KIBIBYTES,
                    footprint.memory().privateKibibytes() / KIBIBYTES,
                    footprint.readyAfter().toSeconds());
        }
    }

    private void images() throws IOException {
        heading("Size of our images, compressed as a registry has them");
        for (var service : Service.values()) {
            out.printf("  %-12s%5d MiB%n", service.module(), Files.size(release.image(service)) / MEBIBYTE);
        }
    }

    /** Prints what a person might want to try with the cluster. */
    public void next() {
        heading("Try next");
        var demo = cluster.name().equals(LocalClusterSettings.DEFAULT_NAME)
                ? "./demo "
                : "./demo --name " + cluster.name() + " ";
        for (var line : List.of(
                "kubectl get pods --all-namespaces --output wide",
                "kubectl annotate namespace default linkerd.io/inject=enabled linkerd.io/multus=enabled",
                "kubectl get network-attachment-definitions --all-namespaces",
                "kubectl get events --namespace default",
                "helm test " + Release.NAME + " --namespace " + Release.NAME,
                "node 1 ls -l /etc/cni/linkerd-multus",
                "helm uninstall " + Release.NAME + " --namespace " + Release.NAME,
                "down")) {
            out.println("  " + demo + line);
        }
    }

    /** Prints how long a pod of each service takes from its creation until it is ready, beside the cluster's DNS server. */
    public void starts(int times) throws IOException, InterruptedException {
        heading("From the creation of a pod until it is ready, median of " + times + "; CoreDNS to compare");
        var restart = new Restart(cluster.kubectl());
        long baseline = median("CoreDNS", times, restart::ofDnsServer, OptionalLong.empty());
        for (var service : Service.values()) {
            median(service.module(), times, () -> restart.of(service), OptionalLong.of(baseline));
        }
    }

    @FunctionalInterface
    private interface Start {
        Duration time() throws IOException, InterruptedException;
    }

    private long median(String name, int times, Start start, OptionalLong baseline)
            throws IOException, InterruptedException {
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            all.add(start.time().toMillis());
        }
        all.sort(null);
        long median = all.get(all.size() / 2);
        var ratio = baseline.isPresent() ? "%.1f times".formatted((double) median / baseline.getAsLong()) : "";
        out.printf("  %-12s%5d ms  %-10s %s%n", name, median, ratio, all);
        return median;
    }

    private static String text(OptionalLong uid) {
        return uid.isPresent() ? Long.toString(uid.getAsLong()) : "as its image says";
    }

    private void heading(String text) {
        out.println();
        out.println(text);
    }
}
