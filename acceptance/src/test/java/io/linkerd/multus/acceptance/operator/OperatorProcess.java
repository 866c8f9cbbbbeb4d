// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The operator as a process of this machine, told what its bundle has its container be told. */
final class OperatorProcess {
    private static final Path MODULE = Path.of("..", "controller", "target");

    private OperatorProcess() {}

    /** Starts it; it ends with this JVM. */
    static TetheredProcess start(String version, String namespace, Path kubeconfig, Path log, Map<String, String> more)
            throws IOException {
        var classPath = MODULE.resolve("classes") + ":"
                + Files.readString(MODULE.resolve("runtime.classpath")).strip();
        return TetheredProcess.start(
                "operator",
                log,
                variables(version, namespace, kubeconfig, more),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        "io.linkerd.multus.controller.ControllerApplication"));
    }

    private static Map<String, String> variables(
            String version, String namespace, Path kubeconfig, Map<String, String> more) throws IOException {
        var variables = new HashMap<String, String>();
        BundleRights.manifest("linkerd-multus.clusterserviceversion")
                .at("/spec/install/spec/deployments/0/spec/template/spec/containers/0/env")
                .valueStream()
                .filter(variable -> variable.has("value"))
                .forEach(variable -> variables.put(
                        variable.path("name").asText(), variable.path("value").asText()));
        variables.put("KUBECONFIG", kubeconfig.toString());
        variables.put("LINKERD_MULTUS_NAMESPACE", namespace);
        variables.put("LINKERD_MULTUS_POD_NAME", "operator");
        variables.put("LINKERD_MULTUS_LOG_LEVEL", "debug");
        variables.put("LINKERD_MULTUS_VERSION", version);
        variables.put("LINKERD_MULTUS_HEALTH_PORT", "0");
        variables.putAll(more);
        return variables;
    }
}
