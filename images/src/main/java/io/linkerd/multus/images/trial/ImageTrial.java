// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.trial;

import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.build.Workloads;
import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.training.Workload;
import io.linkerd.multus.localcluster.processes.ResidentMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs an image as a cluster would, with the image's own files alone. Takes root.
 *
 * @param service whose image it is
 * @param root the image, unpacked
 * @param cluster what it meets
 * @param without variables of the chart that this version of the service does not know
 */
public record ImageTrial(Service service, ImageRoot root, TrainingCluster cluster, Set<String> without) {
    /** From a range as OpenShift gives them: no image knows it. */
    private static final int ANY_USER = 1000660000;

    public ImageTrial {
        without = Set.copyOf(without);
    }

    /** A service of the chart's version. */
    public ImageTrial(Service service, ImageRoot root, TrainingCluster cluster) {
        this(service, root, cluster, Set.of());
    }

    /** What was seen: how long from the start to ready, and the memory then and after the work. */
    record Figures(Duration ready, ResidentMemory atReady, ResidentMemory afterWork) {}

    /** A service that was started, and what it was given. */
    public record Started(TrainingGround ground, Workload workload, ImageProcess process) implements AutoCloseable {
        /** Waits until the service says that it is ready, and returns how long that took from now. */
        public Duration awaitReady() throws IOException {
            return ground.awaitReady(process.holder());
        }

        @Override
        public void close() {
            process.close();
        }
    }

    /** {@return the user id that a cluster would run the service as} */
    public static int user(Service service) {
        return service.user().startsWith("0:") ? 0 : ANY_USER;
    }

    /** {@return the same, on one processor of the machine's} */
    public ImageTrial onOneProcessor() {
        return new ImageTrial(service, root.onOneProcessor(), cluster, without);
    }

    /**
     * Starts it.
     *
     * @param directory for the service's files; what is left there from an earlier start is there again
     * @param flags more flags for the JVM
     * @param settings what the service is told in place of what its training tells it
     */
    public Started start(Path directory, List<String> flags, Map<String, String> settings) throws IOException {
        var ground = TrainingGround.prepare(cluster, service, directory);
        var workload = Workloads.of(service);
        var environment = new HashMap<>(ground.environment());
        environment.putAll(workload.prepare(ground));
        environment.putAll(settings);
        environment.keySet().removeAll(without);
        var command = root.command(user(service), directory, flags);
        command.addAll(workload.arguments(ground));
        return new Started(ground, workload, ImageProcess.start(service.module(), command, directory, environment));
    }

    /**
     * Runs it once, through the same work as in training.
     *
     * @param directory an empty directory for the service's files
     * @param flags more flags for the JVM
     */
    Figures run(Path directory, List<String> flags) throws IOException {
        try (var started = start(directory, flags, Map.of())) {
            return observe(started);
        } catch (IOException e) {
            var log = directory.resolve("output");
            throw new IOException(
                    e.getMessage() + "; the image of the " + service.module() + " said:\n"
                            + (Files.exists(log) ? Files.readString(log) : ""),
                    e);
        }
    }

    private static Figures observe(Started started) throws IOException {
        var ready = started.awaitReady();
        var atReady = started.process().memory();
        started.workload().exercise(started.ground());
        var afterWork = started.process().memory();
        started.process().stop();
        started.workload().verifyEnd(started.ground());
        return new Figures(ready, atReady, afterWork);
    }
}
