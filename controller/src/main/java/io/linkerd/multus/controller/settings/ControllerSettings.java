// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import java.util.Map;
import java.util.Optional;

/**
 * All that the controller is told; read once at start and never changed.
 *
 * @param cni where the configuration of Linkerd's plugin comes from
 * @param controlPlaneNamespace Linkerd's namespace, which gets an attachment without asking
 * @param owner name of the release's ClusterRole that owns what we write; absent where nothing shall own it
 * @param lease how the leader is found
 * @param scc what the control plane may use on OpenShift
 * @param healthPort where probes and metrics are served
 */
public record ControllerSettings(
        CniSettings cni,
        String controlPlaneNamespace,
        Optional<String> owner,
        LeaseSettings lease,
        SccSettings scc,
        int healthPort) {

    /**
     * Reads the process's environment.
     *
     * @throws InvalidSettings with all problems at once
     */
    public static ControllerSettings read(Map<String, String> environment) {
        var reader = new EnvironmentReader(environment);
        var settings = new ControllerSettings(
                new CniSettings(
                        reader.name("CNI_NAMESPACE", "linkerd-cni"),
                        reader.name("CNI_CONFIG_MAP", "linkerd-cni-config"),
                        reader.absolutePath("KUBECONFIG_PATH", "/etc/cni/linkerd-multus/linkerd-cni.kubeconfig")),
                reader.name("CONTROL_PLANE_NAMESPACE", "linkerd"),
                reader.optionalName("OWNER"),
                new LeaseSettings(
                        reader.requiredName("NAMESPACE"),
                        reader.name("LEASE", reader.name("RELEASE", "linkerd-multus") + "-controller"),
                        reader.requiredName("POD_NAME")),
                new SccSettings(
                        reader.name("SCC", "system:openshift:scc:nonroot-v2"),
                        reader.names(
                                "SCC_SERVICE_ACCOUNTS",
                                "linkerd-destination,linkerd-identity,linkerd-proxy-injector,linkerd-heartbeat")),
                reader.port("HEALTH_PORT", 8080));
        reader.oneOf("LOG_LEVEL", "trace", "debug", "info", "warn", "error");
        reader.failOnProblems();
        return settings;
    }
}
