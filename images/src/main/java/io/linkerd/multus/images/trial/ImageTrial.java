// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.trial;

import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.build.Workloads;
import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.training.Workload;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import io.linkerd.multus.localcluster.processes.ResidentMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;

/**
 * Runs an image as a cluster would, with the image's own files alone, through the same work as in training. Takes root.
 *
 * @param service whose image it is
 * @param root the image, unpacked
 * @param cluster what it meets
 */
record ImageTrial(Service service, ImageRoot root, TrainingCluster cluster) {
    private static final Duration END_PATIENCE = Duration.ofSeconds(30);
    private static final int ENDED_BY_SIGTERM = 143;

    /** What was seen: how long from the start to ready, and the memory then and after the work. */
    record Figures(Duration ready, ResidentMemory atReady, ResidentMemory afterWork) {}

    /**
     * Runs it once.
     *
     * @param directory an empty directory for the service's files
     * @param user the user id to run as
     * @param flags more flags for the JVM
     */
    Figures run(Path directory, int user, List<String> flags) throws IOException {
        var ground = TrainingGround.prepare(cluster, service, directory);
        var workload = Workloads.of(service);
        var environment = new HashMap<>(ground.environment());
        environment.put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        environment.putAll(workload.prepare(ground));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        var log = directory.resolve("output");
        try (var process =
                TetheredProcess.start(service.module(), log, environment, root.command(user, directory, flags))) {
            return observe(ground, workload, process);
        } catch (IOException e) {
            throw new IOException(
                    e.getMessage() + "; the image of the " + service.module() + " said:\n"
                            + (Files.exists(log) ? Files.readString(log) : ""),
                    e);
        }
    }

    private Figures observe(TrainingGround ground, Workload workload, TetheredProcess process) throws IOException {
        var ready = ground.awaitReady(process);
        var java = java(process);
        var atReady = memory(java);
        workload.exercise(ground);
        var afterWork = memory(java);
        java.destroy();
        var exit = process.await(END_PATIENCE);
        if (exit != 0 && exit != ENDED_BY_SIGTERM) {
            throw new IOException("it ended with " + exit + " when it was told to end");
        }
        workload.verifyEnd(ground);
        return new Figures(ready, atReady, afterWork);
    }

    private static ResidentMemory memory(ProcessHandle java) throws IOException {
        return ResidentMemory.of(java.pid()).orElseThrow(() -> new IOException("java " + java.pid() + " has ended"));
    }

    private static ProcessHandle java(TetheredProcess process) throws IOException {
        return process.handle()
                .descendants()
                .filter(each -> each.info().command().orElse("").endsWith("/bin/java"))
                .findFirst()
                .orElseThrow(() -> new IOException("no java below " + process));
    }
}
