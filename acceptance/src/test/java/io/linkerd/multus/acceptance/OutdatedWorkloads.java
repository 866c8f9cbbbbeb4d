// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import io.linkerd.multus.acceptance.LinkerdRelease.By;
import io.linkerd.multus.acceptance.mesh.Applications;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Three workloads in the mesh that a release of Linkerd's owns, and a LinkerdConfig that has two of them restarted when they are outdated. */
final class OutdatedWorkloads {
    static final String AUTO = "{rollouts: {mode: Auto, pause: 3s}}";
    static final String DRY_RUN = "{rollouts: {mode: DryRun}}";
    static final String OFF = "{rollouts: {mode: 'Off'}}";

    /** Injectors that have a change before they are asked first are asked for two minutes. */
    static final Duration LONGEST_ASKED = Duration.ofMinutes(4);

    private final Mesh mesh;
    private final LinkerdRelease linkerd;
    private final LinkerdConfigObject config;
    private final String namespace;
    private final RolledOut shop;
    private final RolledOut stock;
    private final RolledOut visitor;

    OutdatedWorkloads(Mesh mesh, Path folder) throws IOException {
        this.mesh = mesh;
        this.linkerd = new LinkerdRelease(mesh, folder);
        this.config = new LinkerdConfigObject(mesh);
        this.namespace = mesh.unique("outdated");
        this.shop = new RolledOut(mesh, namespace, "deployment", "shop");
        this.stock = new RolledOut(mesh, namespace, "statefulset", "stock");
        this.visitor = new RolledOut(mesh, namespace, "deployment", "visitor");
    }

    LinkerdRelease linkerd() {
        return linkerd;
    }

    LinkerdConfigObject config() {
        return config;
    }

    /** A Deployment that opted in: the first to be restarted. */
    RolledOut shop() {
        return shop;
    }

    /** A StatefulSet behind a PodDisruptionBudget that opted in: the second. */
    RolledOut stock() {
        return stock;
    }

    /** A Deployment that did not opt in. */
    RolledOut visitor() {
        return visitor;
    }

    /** Installs all of it, and waits until rollouts have seen that no workload is outdated. */
    void begin() throws Exception {
        config.define();
        mesh.release().install("--set", "controller.rollouts.enabled=true");
        linkerd.upgrade(By.HELM_4, Map.of());
        // The control plane is outdated that was started before its trust bundle was written.
        mesh.standins().replaceInjector();
        mesh.standins().components();
        mesh.namespace(namespace, Mesh.OPTED_IN);
        var root = linkerd.trustAnchors();
        mesh.untilHas("pods have the trust root", () -> DryPod.of(mesh, namespace), pod -> pod.trusts(root));
        applications();
        config.apply(AUTO);
        awaitRolling("UpToDate");
    }

    private void applications() throws Exception {
        mesh.apply(Applications.deployment(namespace, "shop", 2, Map.of()));
        mesh.apply(Applications.statefulSet(namespace, "stock", 2));
        mesh.apply(Applications.deployment(namespace, "visitor", 1, Map.of()));
        mesh.kubectl(
                "patch",
                "deployment/shop",
                "--namespace=" + namespace,
                "--patch={\"spec\": {\"progressDeadlineSeconds\": 15}}");
        optIn("deployment/shop");
        optIn("statefulset/stock");
        mesh.ready(namespace, "shop", 2);
        mesh.ready(namespace, "stock", 2);
        mesh.ready(namespace, "visitor", 1);
    }

    private void optIn(String workload) throws Exception {
        mesh.kubectl("label", workload, "--namespace=" + namespace, "config.linkerd.io/reconcile=auto");
    }

    /** Adds a Deployment that opted in; {@return it} */
    RolledOut another(String name) throws Exception {
        mesh.deploy(namespace, name, 1, Map.of());
        optIn("deployment/" + name);
        return new RolledOut(mesh, namespace, "deployment", name);
    }

    /** Takes it away, but for our release and what the mesh takes away itself. */
    void end() throws Exception {
        config.deleteAll();
        mesh.standins().removeComponents();
        linkerd.uninstall();
        mesh.until("pods are taken", () -> DryPod.of(mesh, "default").isTaken());
    }

    /** Has Linkerd's owner change the proxy's version, and kubelet bring it to the injector once rollouts have asked that. */
    void bring(String version) throws Exception {
        upgrade(version);
        awaitRolling("WaitingForInjectors");
        mesh.standins().refreshInjector();
    }

    /** Has Linkerd's owner change the proxy's version. */
    void upgrade(String version) throws Exception {
        linkerd.upgrade(By.HELM_4, Map.of("proxy.image.version", version));
    }

    /** Waits until rollouts stand so; {@return what is said of it} */
    String awaitRolling(String reason) {
        return mesh.untilHas(
                        "rollouts stand at " + reason,
                        () -> config.status().path("rollout"),
                        said -> said.path("reason").asText().equals(reason),
                        LONGEST_ASKED)
                .path("message")
                .asText();
    }

    /** {@return the notes of Events about them with that reason} */
    List<String> events(String reason) throws Exception {
        return mesh.events(namespace, reason);
    }
}
