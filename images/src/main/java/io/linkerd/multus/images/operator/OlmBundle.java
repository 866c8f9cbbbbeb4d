// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.images.HelmChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The operator as OLM installs it: a bundle of the format {@code registry+v1} and the catalog that offers it, made from the charts and
 * from what is written by hand in {@code openshift/base}.
 */
public final class OlmBundle {
    private static final String PACKAGE = "linkerd-multus";
    private static final String MANIFESTS = "bundle/manifests/" + OperatorNames.OWN + "_";
    private static final String ANNOTATION = "operators.operatorframework.io.";
    private static final YAMLMapper YAML = new YAMLMapper();

    private final ControllerRendering chart;
    private final Map<OwnKind, ObjectNode> definitions;
    private final ClusterServiceVersion csv;

    private OlmBundle(Path root) throws IOException {
        chart = ControllerRendering.of(HelmChart.of(root));
        definitions = new EnumMap<>(OwnKind.class);
        for (var kind : OwnKind.values()) {
            definitions.put(kind, kind.definition(root));
        }
        var base = folder(root).resolve("base");
        csv = new ClusterServiceVersion(
                YAML.readTree(base.resolve("linkerd-multus.clusterserviceversion.yaml")
                                .toFile())
                        .require(),
                Files.readString(base.resolve("icon.svg")).strip(),
                definitions,
                chart);
    }

    /** {@return the folder of the working copy at {@code root} where it is} */
    public static Path folder(Path root) {
        return root.resolve("openshift");
    }

    /** {@return what each file has to say, by its path in the folder} */
    public static SortedMap<String, String> files(Path root) throws IOException {
        var bundle = new OlmBundle(root);
        var csv = bundle.csv.object();
        var files = new TreeMap<String, String>();
        files.put("bundle/manifests/linkerd-multus.clusterserviceversion.yaml", Yaml.text(csv));
        for (var definition : bundle.definitions.entrySet()) {
            files.put("bundle/manifests/" + definition.getKey().bundleFile(), Yaml.text(definition.getValue()));
        }
        files.put(MANIFESTS + "v1_service.yaml", Yaml.text(bundle.service()));
        files.put(MANIFESTS + "rbac.authorization.k8s.io_v1_role.yaml", Yaml.text(bundle.role()));
        files.put(MANIFESTS + "rbac.authorization.k8s.io_v1_rolebinding.yaml", Yaml.text(bundle.roleBinding()));
        files.put("bundle/metadata/annotations.yaml", Yaml.text(bundle.annotations()));
        files.put("bundle/tests/scorecard/config.yaml", Yaml.text(Scorecard.config()));
        files.put("bundle.Dockerfile", bundle.dockerfile());
        files.put("rollouts.yaml", RolloutRights.manifest(HelmChart.of(root)));
        // Beside the operator's own image, wherever that is.
        var image = bundle.chart.image().replace("/controller", "/bundle");
        files.put("catalog/linkerd-multus/catalog.yaml", bundle.catalog(image));
        return files;
    }

    /** {@return what a catalog says that offers the bundle of that image} */
    public static String catalog(Path root, String image) throws IOException {
        return new OlmBundle(root).catalog(image);
    }

    private String catalog(String image) throws IOException {
        return new OlmCatalog(PACKAGE, csv.object(), image).text();
    }

    /** Puts them into the working copy at {@code root}. */
    public static void write(Path root) throws IOException {
        for (var file : files(root).entrySet()) {
            var path = folder(root).resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }

    private ObjectNode service() {
        var service = chart.service().<ObjectNode>deepCopy();
        service.withObject("/metadata").remove("namespace");
        return service;
    }

    /**
     * Not a permission of the CSV: with the install mode AllNamespaces OLM gives those for every namespace
     * (operator-lifecycle-manager, {@code ensureSingletonRBAC}), and with them the Secrets of the whole cluster.
     */
    private ObjectNode role() {
        var role = ofOperator("Role");
        role.set("rules", chart.rights().ownRules());
        return role;
    }

    /** Without a namespace, its subject is of the binding's own. */
    private ObjectNode roleBinding() {
        var binding = ofOperator("RoleBinding");
        binding.putObject("roleRef")
                .put("apiGroup", "rbac.authorization.k8s.io")
                .put("kind", "Role")
                .put("name", chart.account());
        binding.putArray("subjects").addObject().put("kind", "ServiceAccount").put("name", chart.account());
        return binding;
    }

    /**
     * Without an owner: the uid of its CSV is known to OLM alone, which puts it in the place of another one
     * ({@code getUpdatedOwnerReferences}); whatever else applies the bundle does not, and the garbage collector takes an object whose owner has a
     * uid that no object has. A person deletes them after the CSV.
     */
    private ObjectNode ofOperator(String kind) {
        var object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", "rbac.authorization.k8s.io/v1").put("kind", kind);
        object.putObject("metadata").put("name", chart.account());
        return object;
    }

    private Map<String, String> labels() {
        var labels = new LinkedHashMap<String, String>();
        labels.put(ANNOTATION + "bundle.mediatype.v1", "registry+v1");
        labels.put(ANNOTATION + "bundle.manifests.v1", "manifests/");
        labels.put(ANNOTATION + "bundle.metadata.v1", "metadata/");
        labels.put(ANNOTATION + "bundle.package.v1", PACKAGE);
        labels.put(ANNOTATION + "bundle.channels.v1", String.join(",", OlmCatalog.CHANNELS));
        labels.put(ANNOTATION + "bundle.channel.default.v1", OlmCatalog.CHANNELS.getFirst());
        labels.put(ANNOTATION + "test.mediatype.v1", "scorecard+v1");
        labels.put(ANNOTATION + "test.config.v1", "tests/scorecard/");
        // As Kubernetes 1.29.
        labels.put("com.redhat.openshift.versions", "v4.16");
        return labels;
    }

    private JsonNode annotations() {
        var file = JsonNodeFactory.instance.objectNode();
        var annotations = file.putObject("annotations");
        labels().forEach(annotations::put);
        return file;
    }

    private String dockerfile() {
        return labels().entrySet().stream()
                .map(label -> "LABEL %s=%s%n".formatted(label.getKey(), label.getValue()))
                .collect(Collectors.joining("", Yaml.LICENCE + "FROM scratch\n\n", """

                    COPY bundle/manifests /manifests/
                    COPY bundle/metadata /metadata/
                    COPY bundle/tests/scorecard /tests/scorecard/
                    """));
    }
}
