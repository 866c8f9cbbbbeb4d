// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import io.linkerd.multus.contracts.names.Linkerd;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a {@code LinkerdMultus} says of the controller itself, as the variables that the chart sets from the values that say the same. */
public final class ControllerVariables {
    private static final String PREFIX = "LINKERD_MULTUS_";

    private ControllerVariables() {}

    /** {@return the variables, which win over those of the process; {@code namespace} is the operator's own, which is left alone} */
    public static Map<String, String> of(OperandSpec spec, String namespace) {
        var variables = new HashMap<String, String>();
        var attachments = spec.attachmentsOrNone();
        put(variables, "CONTROL_PLANE_NAMESPACE", spec.linkerdOrNone().namespace());
        if (CniChart.of(spec) == CniChart.REPLACE) {
            // What the operand makes, under the names of Linkerd's chart, wherever the process is told that this keeps
            // its own.
            put(variables, "CNI_NAMESPACE", namespace);
            put(variables, "CNI_CONFIG_MAP", "linkerd-cni-config");
            put(variables, "CNI_CONFIG_KEY", Linkerd.CNI_CONFIG_KEY);
            put(variables, "INSTALLER", "linkerd-cni");
        }
        put(variables, "KUBECONFIG_PATH", spec.kubeconfigPath());
        put(variables, "EXCLUDE_OPENSHIFT", spec.excludeOpenShiftNamespaces());
        put(variables, "ATTACHMENT_NAMESPACE", attachments.namespace());
        put(variables, "ATTACHMENT_SCOPE", Operand.attachmentScope(spec).orElse(null));
        put(variables, "EXCLUDED_NAMESPACES", String.join(",", excluded(spec, namespace)));
        return Map.copyOf(variables);
    }

    private static List<String> excluded(OperandSpec spec, String namespace) {
        return Stream.concat(Stream.of(namespace), spec.excludedNamespacesOrUsual().stream())
                .distinct()
                .toList();
    }

    private static void put(Map<String, String> variables, String name, @Nullable Object value) {
        if (value != null) {
            variables.put(PREFIX + name, value.toString());
        }
    }
}
