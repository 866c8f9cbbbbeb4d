// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.mesh;

import io.linkerd.multus.cluster.LocalCluster;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.OptionalLong;

/** Lays before a person what proves that the example's pods are meshed. */
public final class Evidence {
    private static final long MEBIBYTE = 1024 * 1024;

    private final LocalCluster cluster;
    private final ClusterObjects objects;
    private final PrintStream out;

    /** Prints to {@code out}. */
    public Evidence(LocalCluster cluster, PrintStream out) {
        this.cluster = cluster;
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
        costs();
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

    private void costs() throws IOException, InterruptedException {
        heading("What our pods cost");
        out.printf("  %-48s %-8s %9s %9s%n", "pod", "node", "RSS", "RssAnon");
        for (var footprint : Footprint.of(objects)) {
            out.printf(
                    "  %-48s %-8s %5d MiB %5d MiB%n",
                    footprint.pod(),
                    footprint.node(),
                    footprint.residentBytes() / MEBIBYTE,
                    footprint.privateBytes() / MEBIBYTE);
        }
    }

    /** Prints how long a pod of each service takes from its creation until it is ready. */
    public void starts(int times) throws IOException, InterruptedException {
        heading("From the creation of a pod until it is ready, median of " + times);
        var restart = new Restart(cluster.kubectl());
        for (var service : Release.SERVICES) {
            List<Long> all = new java.util.ArrayList<>();
            for (int i = 0; i < times; i++) {
                all.add(restart.of(service).toMillis());
            }
            all.sort(null);
            out.printf("  %-22s%5d ms  (%s)%n", service, all.get(all.size() / 2), all);
        }
    }

    private static String text(OptionalLong uid) {
        return uid.isPresent() ? Long.toString(uid.getAsLong()) : "not set";
    }

    private void heading(String text) {
        out.println();
        out.println(text);
    }
}
