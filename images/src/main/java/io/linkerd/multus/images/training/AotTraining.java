// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.training;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.layers.Application;
import io.linkerd.multus.images.runtime.JavaRuntime;
import io.linkerd.multus.images.runtime.JvmFlags;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a service once, through a day's work, and keeps what its JVM had loaded and linked by then (JEP 483, 514): the next JVM, with
 * the same runtime, flags and jars, begins there.
 */
public final class AotTraining {
    /** The service ends, and another JVM writes the cache: half a minute of one processor on a slow machine. */
    private static final Duration END_PATIENCE = Duration.ofMinutes(4);
    /** What a JVM returns that SIGTERM has ended. */
    private static final int ENDED_BY_SIGTERM = 143;

    /** Where a service finds its programs in C, those for the node and its own, which are not yet where the image has them. */
    private static final List<String> PROGRAMS =
            List.of("LINKERD_MULTUS_PROGRAM_SOURCE_DIR", "LINKERD_MULTUS_HELPER_DIR");

    private final Project project;
    private final JavaRuntime runtime;
    private final TrainingCluster cluster;

    /** Trains with that runtime against that server. */
    public AotTraining(Project project, JavaRuntime runtime, TrainingCluster cluster) {
        this.project = project;
        this.runtime = runtime;
        this.cluster = cluster;
    }

    /** Trains {@code service} with its work, and returns the cache, which is where {@link Application#cache} says. */
    public Path train(Service service, Workload workload, Application application) throws IOException {
        try (var directory = ScratchDirectory.ofShortPath("linkerd-multus-" + service.module())) {
            var ground = TrainingGround.prepare(cluster, service, directory.path());
            var environment = new HashMap<>(ground.environment());
            environment.putAll(workload.prepare(ground));
            var cache = directory.path().resolve("app.aot");
            if (!application.programs().isEmpty()) {
                var programs = application.programFolder().toString();
                PROGRAMS.forEach(name -> environment.put(name, programs));
            }
            try (var process = start(service, application, cache, environment, workload.arguments(ground))) {
                work(workload, ground, process);
            }
            if (!Files.isRegularFile(cache)) {
                throw new IOException("the training of the " + service.module() + " left no cache");
            }
            return Files.move(cache, application.cache());
        }
    }

    private TetheredProcess start(
            Service service,
            Application application,
            Path cache,
            Map<String, String> environment,
            List<String> arguments)
            throws IOException {
        var command = new ArrayList<>(List.of(runtime.java().toString()));
        command.addAll(JvmFlags.of(project, service));
        command.add("-XX:AOTCacheOutput=" + cache);
        command.addAll(application.paths(application.directory().toString()));
        command.add(service.mainClass());
        command.addAll(arguments);
        var log = application.directory().resolveSibling("training.log");
        return TetheredProcess.start(service.module(), log, environment, command);
    }

    private static void work(Workload workload, TrainingGround ground, TetheredProcess process) throws IOException {
        try {
            ground.awaitReady(process);
            workload.exercise(ground);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; the last words of " + process + ":\n" + process.tail(), e);
        }
        var exit = process.terminate(END_PATIENCE);
        if (exit != 0 && exit != ENDED_BY_SIGTERM) {
            throw new IOException(process + " ended with " + exit + ":\n" + process.tail());
        }
        workload.verifyEnd(ground);
    }
}
