// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.training.RenderedChart;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.trial.ImageProcess;
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.installer.training.InstallerWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;

/**
 * A node's folders and a pod's, in one directory of this machine.
 *
 * @param ground the pod's
 * @param source the plugin that the node is to get
 * @param environment what the installer is told
 */
record Site(TrainingGround ground, Path source, Map<String, String> environment) {
    /** Its own token is what the plugin gets, as in Linkerd's chart: one that others rotate. */
    static final Map<String, String> PROJECTED = Map.of("LINKERD_MULTUS_PLUGIN_SERVICE_ACCOUNT", "");

    Site {
        environment = Map.copyOf(environment);
    }

    static Site prepare(ImageTrial trial, Path directory, Map<String, String> settings) throws IOException {
        var ground = TrainingGround.prepare(trial.cluster(), Service.INSTALLER, directory);
        var environment = new HashMap<>(ground.environment());
        environment.putAll(new InstallerWorkload().prepare(ground));
        environment.putAll(settings);
        var plugins = Path.of(environment.getOrDefault("CONTAINER_CNI_BIN_DIR", ""));
        return new Site(ground, plugins.resolve("linkerd-cni"), environment);
    }

    Path directory() {
        return ground.directory();
    }

    /** {@return the folder that stands for the root of the node} */
    Path host() {
        return ground.onNode("");
    }

    Node node() {
        return Node.of(ground);
    }

    void awaitReady(ImageProcess process) throws IOException {
        ground.awaitReady(process.holder());
    }

    /** Puts another plugin into the pod. */
    void plugin(String content) throws IOException {
        replace(source, content);
    }

    /** {@return a token of the installer's that was not there before} */
    String token() throws IOException {
        return ground.admin().token(RenderedChart.RELEASE, RenderedChart.RELEASE + "-installer");
    }

    /** Gives a file another content and no other mode; nobody sees a part of it. */
    static void replace(Path file, String content) throws IOException {
        var hidden = Files.writeString(file.resolveSibling(".theirs"), content);
        if (Files.exists(file)) {
            Files.setPosixFilePermissions(hidden, Files.getPosixFilePermissions(file));
        }
        Files.move(hidden, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
