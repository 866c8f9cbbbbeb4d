// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.localcluster.addons.Manifests;
import io.linkerd.multus.localcluster.pki.ClusterAuthority;
import io.linkerd.multus.localcluster.plan.Profile;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.GoModule;
import io.linkerd.multus.localcluster.programs.GoTools;
import io.linkerd.multus.localcluster.programs.Kubectl;
import io.linkerd.multus.localcluster.programs.LocalImage;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.programs.Toolbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** What a cluster has of Linkerd: the parts that linkerd-multus meets, played by programs of ours. */
public final class LinkerdStandins {
    /** All parts in one image, the CNI plugin as well. */
    public static final String IMAGE = "localhost/linkerd-standins:1";

    private static final String INJECTOR = "linkerd-proxy-injector.linkerd.svc";
    private static final String INJECTOR_PODS = "linkerd.io/control-plane-component=proxy-injector";
    private static final List<String> COMPONENTS = List.of("identity", "destination");
    /** What images of applications are made for. */
    private static final String NONROOT = "65532:65532";

    private final Kubectl kubectl;
    private final Profile profile;

    /**
     * Returns everything that clusters are made of whose nodes have the stand-ins' image.
     *
     * @param project the folder of the project's root
     */
    public static Toolbox toolbox(Path project, Progress progress) throws IOException, InterruptedException {
        var toolbox = Toolbox.prepare(project, progress);
        return toolbox.with(image(IMAGE, program(project, toolbox.cache(), progress)));
    }

    /** {@return all parts in an image of that name, which is Linkerd's plugin's as well} */
    public static LocalImage image(String reference, Path program) {
        return LocalImage.of(
                        reference,
                        Map.of("/standins", program, "/opt/cni/bin/linkerd-cni", program, "/bin/cp", program),
                        "/standins")
                .as(NONROOT);
    }

    /** Returns the program that plays all parts, the CNI plugin as well; it is built where it is not there yet. */
    public static Path program(Path project, Cache cache, Progress progress) throws IOException, InterruptedException {
        var sources = project.resolve("acceptance").resolve("go").resolve("standins");
        return GoTools.of(cache, progress)
                .folder(GoModule.program(sources, "Linkerd's stand-ins"))
                .resolve("standins");
    }

    /** Prepares for one cluster. */
    public LinkerdStandins(Kubectl kubectl, Profile profile) {
        this.kubectl = kubectl;
        this.profile = profile;
    }

    /** Puts namespaces, the CNI plugin's ConfigMap and the injector there; an injector's certificate is not changed under it. */
    public void apply() throws IOException, InterruptedException {
        applyWithoutCniChart();
        cniConfig();
    }

    /** The same without what Linkerd's CNI chart makes, for those who have it made by linkerd-multus. */
    public void applyWithoutCniChart() throws IOException, InterruptedException {
        manifest("namespaces.yaml", Map.of());
        if (!kubectl.attempt("", "get", "mutatingwebhookconfiguration", "linkerd-proxy-injector-webhook-config")
                .succeeded()) {
            manifest("injector.yaml", injectorValues());
        }
        await("linkerd-proxy-injector");
    }

    /** Puts the CNI plugin's ConfigMap there as Linkerd's chart has it. */
    public void cniConfig() throws IOException, InterruptedException {
        manifest("cni-config.yaml", Map.of());
    }

    /** Puts the control plane there and waits for it; it can run only with what linkerd-multus gives it. */
    public void controlPlane() throws IOException, InterruptedException {
        manifest("control-plane.yaml", Map.of("STANDINS_IMAGE", IMAGE));
        await("linkerd-destination");
    }

    /** Puts Deployments in the places of identity and destination that do nothing but be available, and waits for them. */
    public void components() throws IOException, InterruptedException {
        for (var component : COMPONENTS) {
            manifest("component.yaml", Map.of("STANDINS_IMAGE", IMAGE, "COMPONENT", component));
        }
        for (var component : COMPONENTS) {
            await("linkerd-" + component);
        }
    }

    /** Takes them away again. */
    public void removeComponents() throws IOException, InterruptedException {
        for (var component : COMPONENTS) {
            kubectl.run(
                    "delete",
                    "deployment/linkerd-" + component,
                    "--namespace=linkerd",
                    "--ignore-not-found",
                    "--wait=false");
        }
    }

    /** Has another injector take the place of the one that is there, which ends only then; Linkerd has more than one where nodes are drained. */
    public void replaceInjector() throws IOException, InterruptedException {
        var pods = kubectl.run("get", "pods", "--namespace=linkerd", "--selector=" + INJECTOR_PODS, "--output=name")
                .lines();
        kubectl.run("rollout", "restart", "--namespace=linkerd", "deployment/linkerd-proxy-injector");
        await("linkerd-proxy-injector");
        for (var pod : pods.toList()) {
            kubectl.run("wait", "--for=delete", "--namespace=linkerd", "--timeout=120s", pod);
        }
    }

    /** Has kubelet bring changed ConfigMaps to the injector at once, which takes up to 90 seconds otherwise: it does where a pod changes. */
    public void refreshInjector() throws IOException, InterruptedException {
        kubectl.run(
                "annotate",
                "pods",
                "--namespace=linkerd",
                "--selector=" + INJECTOR_PODS,
                "--overwrite",
                "standins.linkerd.io/refreshed=" + System.nanoTime());
    }

    private Map<String, String> injectorValues() {
        var authority = ClusterAuthority.create("linkerd-proxy-injector-issuer", InstantSource.system());
        var injector = authority.issueServer(INJECTOR, List.of(INJECTOR));
        return Map.of(
                "STANDINS_IMAGE",
                IMAGE,
                "INJECTOR_USER",
                profile == Profile.OPENSHIFT ? "" : "runAsUser: 2103",
                "INJECTOR_CERTIFICATE",
                base64(injector.certificatePem()),
                "INJECTOR_KEY",
                base64(injector.privateKeyPem()),
                "INJECTOR_CA_BUNDLE",
                base64(authority.identity().certificatePem()));
    }

    private void manifest(String file, Map<String, String> values) throws IOException, InterruptedException {
        kubectl.apply(Manifests.read("/linkerd/" + file, values));
    }

    private void await(String deployment) throws IOException, InterruptedException {
        kubectl.run("rollout", "status", "--timeout=120s", "--namespace", "linkerd", "deployment/" + deployment);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
