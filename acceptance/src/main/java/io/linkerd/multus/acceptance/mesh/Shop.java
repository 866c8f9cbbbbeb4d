// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.localcluster.programs.Await;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** The example: namespace {@code shop}, and two Deployments that talk. */
public final class Shop {
    /** Where it is. */
    public static final String NAMESPACE = "shop";

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Kubectl kubectl;
    private final ClusterObjects objects;

    /** Deploys nothing yet. */
    public Shop(Kubectl kubectl) throws IOException {
        this.kubectl = kubectl;
        this.objects = new ClusterObjects(kubectl);
    }

    /** Makes the namespace, opted in, and the applications, and waits until they are ready. */
    public void deploy() throws IOException, InterruptedException {
        kubectl.apply(Applications.namespace(
                NAMESPACE, Map.of("linkerd.io/inject", "enabled", "linkerd.io/multus", "enabled")));
        for (var name : new String[] {"web", "client"}) {
            kubectl.apply(Applications.deployment(NAMESPACE, name, 1, Map.of()));
        }
        for (var name : new String[] {"web", "client"}) {
            kubectl.run("rollout", "status", "deployment/" + name, "--namespace=" + NAMESPACE, "--timeout=2m");
        }
    }

    /** One request, and both proxies' counts around it. */
    public record Exchange(
            String answer, ProxyCount clientBefore, ProxyCount clientAfter, ProxyCount webBefore, ProxyCount webAfter) {
        /** Tells whether the request went through both. */
        public boolean countedByBoth() {
            return clientAfter.outbound() == clientBefore.outbound() + 1
                    && webAfter.inbound() == webBefore.inbound() + 1;
        }
    }

    /** Has the client's application request the web's. */
    public Exchange request() throws IOException, InterruptedException {
        return request(kubectl, objects, one("client"), one("web"));
    }

    /** Has one pod's application request the Service {@code web} of the other's namespace. */
    public static Exchange request(Kubectl kubectl, ClusterObjects objects, MeshedPod client, MeshedPod web)
            throws IOException, InterruptedException {
        var get = get(client, web);
        // kube-proxy hears that a pod is ready a moment after the API server says so.
        if (!Await.holds(PATIENCE, POLL, () -> kubectl.attempt("", get).succeeded())) {
            throw new IOException("no answer of Service web within " + PATIENCE.toSeconds() + " s: "
                    + kubectl.attempt("", get).errors());
        }
        var clientBefore = ProxyCount.of(objects, client);
        var webBefore = ProxyCount.of(objects, web);
        var answer = kubectl.run(get);
        return new Exchange(
                answer, clientBefore, ProxyCount.of(objects, client), webBefore, ProxyCount.of(objects, web));
    }

    private MeshedPod one(String app) throws IOException, InterruptedException {
        return objects.pods(NAMESPACE, "app=" + app).stream()
                .filter(MeshedPod::ready)
                .findFirst()
                .orElseThrow(() -> new IOException("no pod of " + NAMESPACE + "/" + app + " is ready"));
    }

    private static String[] get(MeshedPod client, MeshedPod web) {
        return new String[] {
            "exec",
            "--namespace=" + client.namespace(),
            client.name(),
            "--container=app",
            "--",
            "/standins",
            "app",
            "get",
            "http://web." + web.namespace() + ".svc.cluster.local/"
        };
    }
}
