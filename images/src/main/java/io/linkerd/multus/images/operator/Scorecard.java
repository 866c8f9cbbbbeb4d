// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What the Operator SDK's scorecard tries of the bundle. */
final class Scorecard {
    private Scorecard() {}

    /** {@return its configuration} */
    static ObjectNode config() {
        var config = JsonNodeFactory.instance.objectNode();
        config.put("apiVersion", "scorecard.operatorframework.io/v1alpha3").put("kind", "Configuration");
        config.putObject("metadata").put("name", "config");
        var tests = config.putArray("stages").addObject().put("parallel", true).putArray("tests");
        for (var test : List.of(
                "basic-check-spec",
                "olm-bundle-validation",
                "olm-crds-have-validation",
                "olm-crds-have-resources",
                "olm-spec-descriptors",
                "olm-status-descriptors")) {
            var suite = test.startsWith("olm") ? "olm" : "basic";
            var entry = tests.addObject().put("image", "quay.io/operator-framework/scorecard-test:v1.42.3");
            entry.putArray("entrypoint").add("scorecard-test").add(test);
            entry.putObject("labels").put("suite", suite).put("test", test + "-test");
        }
        return config;
    }
}
