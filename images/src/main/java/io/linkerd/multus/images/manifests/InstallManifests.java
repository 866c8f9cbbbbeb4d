// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.images.HelmChart;
import io.linkerd.multus.images.operator.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@code linkerd-multus install} prints: the chart with its own values, and our kind LinkerdConfig, for {@code kubectl apply}. The other
 * kind is the operator's. Hooks of Helm are not in a rendering: the chart's only one is {@code helm test}.
 */
public final class InstallManifests {
    /** The release, and its namespace. */
    public static final String RELEASE = "linkerd-multus";

    /** The registry that the chart names by itself; the command line has another stand there. */
    private static final String LOCAL = "localhost";

    private static final String WHENCE =
            "# Rendered from the charts: change those, and then this by `openshift/render`.\n";

    /** As the chart's own {@code auto} decides on a cluster: of one without Multus it does not know what its nodes are. */
    private static final Map<String, List<String>> FILES = Map.of(
            "openshift-nad", List.of("openshift", "nad"),
            "microshift-nad", List.of("microshift", "nad"),
            "kubernetes-nad", List.of("kubernetes", "nad"),
            "kubernetes-chained", List.of("auto", "chained"));

    private InstallManifests() {}

    /** {@return the folder of the working copy at {@code root} where they are} */
    public static Path folder(Path root) {
        return root.resolve("cli/src/main/resources/io/linkerd/multus/cli/manifests");
    }

    /** {@return what each file has to say, by its name} */
    public static Map<String, String> files(Path root) throws IOException {
        return files(root, LOCAL);
    }

    /** {@return the same with our images from that registry} */
    public static Map<String, String> files(Path root, String registry) throws IOException {
        var files = new TreeMap<String, String>();
        for (var file : FILES.entrySet()) {
            var text = new StringBuilder("# SPDX-License-Identifier: Apache-2.0\n").append(WHENCE);
            for (var object :
                    objects(root, file.getValue().getFirst(), file.getValue().getLast(), registry)) {
                text.append(Yaml.document(object));
            }
            files.put(file.getKey() + ".yaml", text.toString());
        }
        return files;
    }

    /** Puts them into the working copy at {@code root}. */
    public static void write(Path root) throws IOException {
        var folder = Files.createDirectories(folder(root));
        for (var file : files(root).entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
    }

    private static List<JsonNode> objects(Path root, String platform, String mode, String registry) throws IOException {
        var all = new ArrayList<JsonNode>();
        all.add(namespace());
        all.addAll(HelmChart.objects(
                        ours(HelmChart.ofKinds(root).template(RELEASE, RELEASE).call()))
                .stream()
                .filter(kind -> kind.at("/spec/names/kind").asText().equals("LinkerdConfig"))
                .toList());
        all.addAll(HelmChart.objects(ours(HelmChart.of(root)
                .template(RELEASE, RELEASE)
                .set("global.platform", platform)
                .set("global.mode", mode)
                .set("global.imageRegistry", registry)
                .call())));
        return all;
    }

    /** Not Helm's, and not one that our services keep. */
    private static String ours(String rendering) {
        return rendering.replace("managed-by: Helm", "managed-by: linkerd-multus-cli");
    }

    /** Linkerd finds an extension by its label. The installers use folders of the node. */
    private static ObjectNode namespace() {
        var namespace = JsonNodeFactory.instance.objectNode();
        namespace.put("apiVersion", "v1").put("kind", "Namespace");
        var metadata = namespace.putObject("metadata").put("name", RELEASE);
        metadata.putObject("labels")
                .put("app.kubernetes.io/managed-by", "linkerd-multus-cli")
                .put("app.kubernetes.io/part-of", RELEASE)
                .put("linkerd.io/extension", "multus")
                .put("pod-security.kubernetes.io/enforce", "privileged");
        return namespace;
    }
}
