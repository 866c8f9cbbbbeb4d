// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;

/** A kind of ours: the chart {@code linkerd-multus-crds} defines it, and the operator owns it. */
enum OwnKind {
    /** What the operator is to install. */
    LINKERD_MULTUS("LinkerdMultus", "linkerdmultuses", "multus.linkerd.io"),
    /** What Linkerd's values are to be, and how workloads are restarted for them. */
    LINKERD_CONFIG("LinkerdConfig", "linkerdconfigs", "config.linkerd.io");

    /** Of each. */
    static final String VERSION = "v1alpha1";

    private static final YAMLMapper YAML = new YAMLMapper();

    private final String kind;
    private final String plural;
    private final String group;

    OwnKind(String kind, String plural, String group) {
        this.kind = kind;
        this.plural = plural;
        this.group = group;
    }

    String kind() {
        return kind;
    }

    String plural() {
        return plural;
    }

    String group() {
        return group;
    }

    /** {@return the name of its CustomResourceDefinition} */
    String definitionName() {
        return plural + "." + group;
    }

    /** {@return its CustomResourceDefinition of the working copy at {@code root}, without what is Helm's alone} */
    ObjectNode definition(Path root) throws IOException {
        var definition = YAML.readTree(root.resolve("charts/linkerd-multus-crds/templates/" + plural + ".yaml")
                        .toFile())
                .<ObjectNode>require();
        definition.withObject("/metadata").remove("annotations");
        return definition;
    }

    /** {@return the name of the file that its definition has in a bundle} */
    String bundleFile() {
        return group + "_" + plural + ".yaml";
    }

    /** {@return an object of that name, without a spec} */
    ObjectNode object(String name) {
        var object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", group + "/" + VERSION).put("kind", kind);
        object.putObject("metadata").put("name", name);
        return object;
    }
}
