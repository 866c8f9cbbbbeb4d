// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A chart, rendered by Helm's own engine without a cluster. */
public record HelmChart(Path folder) {
    /** The engine's own default is older than our chart allows. */
    private static final String KUBERNETES = "1.35.0";

    /** Refuses a key that is there twice, as Helm 4 and Flux do. */
    private static final ObjectReader YAML = new YAMLMapper()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .readerFor(JsonNode.class);

    /** {@return the product's, of the working copy at {@code root}} */
    public static HelmChart of(Path root) {
        return new HelmChart(root.resolve("charts").resolve("linkerd-multus"));
    }

    /** {@return that of our kinds} */
    public static HelmChart ofKinds(Path root) {
        return new HelmChart(root.resolve("charts").resolve("linkerd-multus-crds"));
    }

    /** {@return the chart inside it of that name} */
    public HelmChart part(String name) {
        return new HelmChart(folder.resolve("charts").resolve(name));
    }

    /** {@return what renders it with its own values; more can be added} */
    public TemplateCommand template(String release, String namespace) {
        return new Helm(folder)
                .template()
                .withName(release)
                .withNamespace(namespace)
                .withKubeVersion(KUBERNETES);
    }

    /** {@return what renders it as for an installation, with its notes; more can be added} Nothing is installed. */
    public InstallCommand rehearsal(String release, String namespace) {
        return new Helm(folder)
                .install()
                .withName(release)
                .withNamespace(namespace)
                .withKubeVersion(KUBERNETES)
                .clientOnly()
                .dryRun();
    }

    /** {@return the objects of a rendering} */
    public static List<JsonNode> objects(String manifest) throws IOException {
        try (var read = YAML.<JsonNode>readValues(manifest)) {
            return read.readAll().stream().filter(JsonNode::isObject).toList();
        }
    }
}
