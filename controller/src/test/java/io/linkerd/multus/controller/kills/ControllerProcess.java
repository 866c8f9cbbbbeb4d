// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.kills;

import io.linkerd.multus.controller.ControllerApplication;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The controller as the kubelet starts it: a process of its own. */
final class ControllerProcess implements AutoCloseable {
    private final Process process;

    /** Starts it with little memory. Its container is started again and again, and writes all it tells into one log. */
    ControllerProcess(String pod, Path kubeconfig, Path log) throws IOException {
        this(pod, kubeconfig, log, "-Xmx64m");
    }

    /** Starts it with the heap of its chart, as {@code -Xmx96m}; it ends where that does not suffice. */
    ControllerProcess(String pod, Path kubeconfig, Path log, String heap) throws IOException {
        var builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                heap,
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                ControllerApplication.class.getName());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "KUBECONFIG",
                        kubeconfig.toString(),
                        "LINKERD_MULTUS_NAMESPACE",
                        "linkerd-multus",
                        "LINKERD_MULTUS_POD_NAME",
                        pod,
                        "LINKERD_MULTUS_OWNER",
                        "linkerd-multus-controller",
                        "LINKERD_MULTUS_HEALTH_PORT",
                        "0"));
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        process = builder.start();
    }

    /** {@return whether the process has ended by itself after this time} */
    boolean endsWithin(Duration time) throws InterruptedException {
        return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** As kill -9. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
