// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.images.HelmChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the chart makes with its own values for a platform, without the controller: the operator lays a person's settings over it. It is
 * checked in among the controller's resources, two files for each mode: what it has where Linkerd's CNI chart is used, and what differs from
 * that where it is replaced. The first of {@code nad} has every object, those of the other modes the objects that differ from it.
 */
public final class OperandRendering {
    /** What stands for the namespace that the operator is in. */
    public static final String NAMESPACE = "namespace-of-the-operator";

    private static final List<String> CNI_CHARTS = List.of("Use", "Replace");

    private static final String RELEASE = "linkerd-multus";
    private static final String WHENCE =
            "# Rendered from charts/linkerd-multus: change that, and then this by `openshift/render`.\n";
    /** Auxiliary is OpenShift's alone. */
    private static final Map<String, List<String>> MODES = Map.of(
            "openshift", List.of("nad", "auxiliary", "chained", "file"),
            "kubernetes", List.of("nad", "chained", "file"));

    /** What release 0.1 made is owned by this ClusterRole of the chart's; there was no operator then. */
    private static final Set<String> LEFT_OUT = Set.of("ClusterRole/" + OperatorNames.OWN);

    private final HelmChart chart;

    private OperandRendering(HelmChart chart) {
        this.chart = chart;
    }

    /** {@return the folder of the working copy at {@code root} where they are} */
    public static Path folder(Path root) {
        return root.resolve("controller/src/main/resources/io/linkerd/multus/controller/operand");
    }

    /** {@return what each file has to say, by its name} */
    public static Map<String, String> files(HelmChart chart) throws IOException {
        var rendering = new OperandRendering(chart);
        var files = new TreeMap<String, String>();
        for (var entry : MODES.entrySet()) {
            var whole = rendering.objects(entry.getKey(), "nad", "Use");
            for (var mode : entry.getValue()) {
                var used = rendering.objects(entry.getKey(), mode, "Use");
                var replaced = rendering.objects(entry.getKey(), mode, "Replace");
                var file = entry.getKey() + "-" + mode;
                files.put(file + ".yaml", text(mode.equals("nad") ? used : differing(used, whole)));
                files.put(file + "-replace.yaml", text(differing(replaced, used)));
            }
        }
        return files;
    }

    private static SortedMap<String, JsonNode> differing(
            SortedMap<String, JsonNode> objects, SortedMap<String, JsonNode> from) {
        var differing = new TreeMap<>(objects);
        differing.entrySet().removeIf(object -> object.getValue().equals(from.get(object.getKey())));
        return differing;
    }

    /** {@return every object that an operand can have, on each platform, in each mode, and whoever makes Linkerd's} */
    static List<JsonNode> objects(HelmChart chart) throws IOException {
        var rendering = new OperandRendering(chart);
        var objects = new ArrayList<JsonNode>();
        for (var entry : MODES.entrySet()) {
            for (var mode : entry.getValue()) {
                for (var cniChart : CNI_CHARTS) {
                    objects.addAll(
                            rendering.objects(entry.getKey(), mode, cniChart).values());
                }
            }
        }
        return List.copyOf(objects);
    }

    /** Puts them into the working copy at {@code root}, and takes away what was there before. */
    public static void write(Path root) throws IOException {
        var folder = Files.createDirectories(folder(root));
        try (var before = Files.newDirectoryStream(folder, "*.yaml")) {
            for (var file : before) {
                Files.delete(file);
            }
        }
        for (var file : files(HelmChart.of(root)).entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
    }

    private SortedMap<String, JsonNode> objects(String platform, String mode, String cniChart) throws IOException {
        var template = chart.template(RELEASE, NAMESPACE)
                .set("controller.enabled", "false")
                .set("viewRoles.enabled", "false")
                .set("global.platform", platform)
                .set("global.mode", mode)
                .set("global.linkerd.cniChart", cniChart);
        var rendering = OperatorNames.inOperand(template.call());
        return HelmChart.objects(rendering.replace("managed-by: Helm", "managed-by: linkerd-multus")).stream()
                .filter(object -> !LEFT_OUT.contains(key(object)))
                .collect(Collectors.toMap(OperandRendering::key, object -> object, (one, _) -> one, TreeMap::new));
    }

    /** There is one DaemonSet, the installer's, whatever it is called: what has another name takes its place. */
    private static String key(JsonNode object) {
        var kind = object.path("kind").asText();
        return kind.equals("DaemonSet")
                ? kind
                : kind + "/" + object.at("/metadata/name").asText();
    }

    private static String text(SortedMap<String, JsonNode> objects) throws IOException {
        var text = new StringBuilder(Yaml.LICENCE).append(WHENCE);
        for (var object : objects.values()) {
            text.append(Yaml.document(object));
        }
        return text.toString();
    }
}
