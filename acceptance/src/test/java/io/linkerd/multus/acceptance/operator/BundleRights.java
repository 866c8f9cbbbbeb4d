// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the bundle lets the operator do.
 *
 * @param cluster rules that hold everywhere
 * @param own rules that hold in its namespace
 */
record BundleRights(List<JsonNode> cluster, List<JsonNode> own) {
    private static final Path MANIFESTS = Path.of("..", "openshift", "bundle", "manifests");
    private static final YAMLMapper YAML = new YAMLMapper();

    /** {@return all of them, as they are checked in} */
    static BundleRights all() throws IOException {
        return new BundleRights(
                manifest("linkerd-multus.clusterserviceversion")
                        .at("/spec/install/spec/clusterPermissions/0/rules")
                        .valueStream()
                        .toList(),
                manifest("linkerd-multus-operator_rbac.authorization.k8s.io_v1_role")
                        .path("rules")
                        .valueStream()
                        .toList());
    }

    /** {@return an object of the bundle} */
    static ObjectNode manifest(String name) throws IOException {
        return YAML.readTree(MANIFESTS.resolve(name + ".yaml").toFile()).require();
    }

    /** {@return each rule, wherever it holds} */
    List<JsonNode> rules() {
        return Stream.concat(cluster.stream(), own.stream()).toList();
    }

    /** {@return all but the rule of that number} */
    BundleRights without(int number) {
        var everywhere = new ArrayList<>(cluster);
        var here = new ArrayList<>(own);
        if (number < cluster.size()) {
            everywhere.remove(number);
        } else {
            here.remove(number - cluster.size());
        }
        return new BundleRights(everywhere, here);
    }
}
