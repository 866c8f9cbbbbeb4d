// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.commandline;

import io.linkerd.multus.benchmarks.figures.Figure;
import java.nio.file.Path;
import java.util.List;

/** What the program is called for. */
enum Question {
    CHECK(Figure.CLI_CHECK, Figure.CLI_CHECK_RSS, "linkerd-multus-pods"),
    CHECK_NAMESPACE(Figure.CLI_CHECK_NAMESPACE, Figure.CLI_CHECK_NAMESPACE_RSS, "linkerd-multus-pods"),
    WHY(Figure.CLI_WHY, Figure.CLI_WHY_RSS, "containers are ready"),
    VERSION(Figure.CLI_VERSION, Figure.CLI_VERSION_RSS, "Client version"),
    METADATA(Figure.CLI_METADATA, Figure.CLI_METADATA_RSS, "linkerd-multus");

    private final Figure seconds;
    private final Figure memory;
    private final String part;

    Question(Figure seconds, Figure memory, String part) {
        this.seconds = seconds;
        this.memory = memory;
        this.part = part;
    }

    /** {@return how long it took} */
    Figure seconds() {
        return seconds;
    }

    /** {@return the most that the process held} */
    Figure memory() {
        return memory;
    }

    /** {@return what no answer is without} */
    String part() {
        return part;
    }

    /** {@return whether the API server is asked} */
    boolean asksTheCluster() {
        return this != VERSION && this != METADATA;
    }

    /** {@return the program's arguments} */
    List<String> arguments(Path kubeconfig, MeshedPod pod) {
        var cluster = "--kubeconfig=" + kubeconfig;
        return switch (this) {
            case CHECK -> List.of("check", cluster);
            case CHECK_NAMESPACE -> List.of("check", "-n", pod.namespace(), cluster);
            case WHY -> List.of("why", pod.namespace() + "/" + pod.name(), cluster);
            case VERSION -> List.of("version", "--client");
            case METADATA -> List.of("_extension-metadata");
        };
    }

    /** {@return kubectl's arguments for the pods that are looked at; none where none are} */
    List<String> kubectl(Path kubeconfig, MeshedPod pod) {
        var cluster = "--kubeconfig=" + kubeconfig;
        return switch (this) {
            case CHECK -> List.of("get", "pods", "--all-namespaces", "-o", "json", cluster);
            case CHECK_NAMESPACE -> List.of("get", "pods", "-n", pod.namespace(), "-o", "json", cluster);
            case WHY -> List.of("get", "pod", pod.name(), "-n", pod.namespace(), "-o", "json", cluster);
            case VERSION, METADATA -> List.of();
        };
    }
}
