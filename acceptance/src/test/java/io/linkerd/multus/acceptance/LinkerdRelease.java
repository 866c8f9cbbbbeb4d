// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.marcnuri.helm.Helm;
import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.pki.ClusterAuthority;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The owner of Linkerd's values: a release of Helm of what Linkerd's chart renders of them. */
final class LinkerdRelease {
    /** Its name, as Linkerd's documentation has it. */
    static final String NAME = "linkerd-control-plane";

    /** The proxy's image, before its version. */
    static final String IMAGE = "localhost/linkerd-standins:";

    private static final String NAMESPACE = "linkerd";
    private static final String CONFIG = "linkerd-config";
    private static final Path CHART = Path.of("src", "test", "resources", NAME).toAbsolutePath();

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Mesh mesh;
    private final Path anchors;

    /** Which Helm is called. */
    enum By {
        HELM_3,
        HELM_4
    }

    /** Nothing is installed yet; {@code folder} keeps the trust anchors. */
    LinkerdRelease(Mesh mesh, Path folder) throws IOException {
        this.mesh = mesh;
        this.anchors = folder.resolve("anchors.pem");
        replaceTrustRoot();
    }

    /** Makes other trust anchors, for the next upgrade. */
    void replaceTrustRoot() throws IOException {
        var root = ClusterAuthority.create("root.linkerd.cluster.local", InstantSource.system());
        Files.writeString(anchors, root.identity().certificatePem());
    }

    String trustAnchors() throws IOException {
        return Files.readString(anchors);
    }

    /** Puts the proxy's image of another version on every node. */
    void loadProxy(String version) throws IOException, InterruptedException {
        var program =
                LinkerdStandins.program(LocalClusterExtension.project(), Cache.of(System.getenv()), Progress.silent());
        var tar = anchors.resolveSibling("proxy-" + version + ".tar");
        LinkerdStandins.image(IMAGE + version, program).write(tar);
        mesh.cluster().load(List.of(tar));
    }

    /** Installs it, or upgrades to the chart's values with these; texts without commas. */
    void upgrade(By by, Map<String, String> values) throws IOException, InterruptedException {
        switch (by) {
            case HELM_3 -> byHelm3(values);
            case HELM_4 -> byHelm4(values);
        }
    }

    private void byHelm3(Map<String, String> values) {
        var upgrade = new Helm(CHART)
                .upgrade()
                .install()
                .withName(NAME)
                .withNamespace(NAMESPACE)
                .setFile("identityTrustAnchorsPEM", anchors)
                .withKubeConfig(mesh.cluster().kubectl().kubeconfig());
        values.forEach(upgrade::set);
        upgrade.call();
    }

    private void byHelm4(Map<String, String> values) throws IOException, InterruptedException {
        var arguments =
                new ArrayList<>(List.of("upgrade", "--install", NAME, CHART.toString(), "--namespace", NAMESPACE));
        arguments.addAll(List.of("--set-file", "identityTrustAnchorsPEM=" + anchors));
        values.forEach((path, value) -> arguments.addAll(List.of("--set-string", path + "=" + value)));
        mesh.cluster().kubectl().helm(arguments.toArray(String[]::new));
    }

    /** Removes it; the injector goes by its flags once kubelet has told it, which is waited for by nobody. */
    void uninstall() throws IOException, InterruptedException {
        mesh.cluster().kubectl().helm("uninstall", NAME, "--namespace", NAMESPACE, "--ignore-not-found");
        mesh.standins().refreshInjector();
    }

    /** {@return Linkerd's ConfigMap} */
    JsonNode config() throws IOException {
        return mesh.objects().find("configmap", NAMESPACE, CONFIG).orElseThrow();
    }

    /** {@return the text of its values} */
    String text() throws IOException {
        return config().at("/data/values").asText();
    }

    /** {@return whether a field of Linkerd's ConfigMap is ours} */
    boolean hasOurFields() throws IOException {
        return config().at("/metadata/managedFields").findValuesAsText("manager").stream()
                .anyMatch(manager -> manager.startsWith(Release.NAME));
    }

    /** Has another client than Helm replace the text. */
    void write(String manager, String text) throws IOException, InterruptedException {
        var patch = JSON.createObjectNode();
        patch.putObject("data").put("values", text);
        mesh.kubectl(
                "patch",
                "configmap",
                CONFIG,
                "--namespace=" + NAMESPACE,
                "--type=merge",
                "--field-manager=" + manager,
                "--patch=" + patch);
    }
}
