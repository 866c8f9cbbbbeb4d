// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.installer.training.InstallerWorkload;
import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/**
 * The files that are kept on a node.
 *
 * @param kubeconfig where the plugin finds its token
 * @param plugin the plugin
 * @param token of the pod that keeps them
 */
record Node(Path kubeconfig, Path plugin, Path token) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofNanos(100_000);
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String SPOILED = "spoiled";

    static Node of(TrainingGround ground) {
        return new Node(
                InstallerWorkload.kubeconfig(ground),
                InstallerWorkload.plugin(ground),
                ground.serviceAccount().resolve("token"));
    }

    /** {@return milliseconds from {@code begin}, in nanoseconds, until both are there} */
    double awaitFiles(long begin) throws IOException {
        await("the first files", () -> Files.exists(kubeconfig) && Files.exists(plugin));
        return since(begin);
    }

    /** Spoils the kubeconfig; {@return milliseconds until it is as it was} */
    double repairKubeconfig() throws IOException {
        var good = Files.readString(kubeconfig);
        var begin = System.nanoTime();
        Files.writeString(kubeconfig, SPOILED);
        await("the kubeconfig is as it was", () -> Files.readString(kubeconfig).equals(good));
        return since(begin);
    }

    /** Spoils the plugin, which is never seen half done; {@return milliseconds until it is as it was} */
    double repairPlugin() throws IOException {
        var good = Files.size(plugin);
        var begin = System.nanoTime();
        Files.writeString(plugin, SPOILED);
        await("the plugin is as it was", () -> Files.size(plugin) == good);
        return since(begin);
    }

    /** Puts another token into the pod; {@return milliseconds until the plugin has it} */
    double rotate(String value) throws IOException {
        var next = Files.writeString(token.resolveSibling("next"), value);
        var begin = System.nanoTime();
        Files.move(next, token, StandardCopyOption.ATOMIC_MOVE);
        await("the next token", () -> Files.readString(kubeconfig).contains(value));
        return since(begin);
    }

    /** Returns when the plugin holds that mark. */
    void awaitPlugin(String mark) throws IOException {
        awaitContent(plugin, mark);
    }

    /** Spoils a list by what it held before us; {@return milliseconds until the plugin is in it again} */
    static double repairList(Path list, String original) throws IOException {
        var good = Files.readString(list);
        var begin = System.nanoTime();
        Site.replace(list, original);
        await("the list is as it was", () -> Files.readString(list).equals(good));
        return since(begin);
    }

    /** {@return milliseconds until a file is again as it was} */
    static double awaitWhole(Path file, String content) throws IOException {
        var begin = System.nanoTime();
        await(file + " is as it was", () -> Files.readString(file).equals(content));
        return since(begin);
    }

    /** Returns when a file holds that text. */
    static void awaitContent(Path file, String text) throws IOException {
        await(file + " has " + text, () -> Files.readString(file).contains(text));
    }

    private static void await(String what, Await.Condition condition) throws IOException {
        if (!Await.holds(PATIENCE, POLL, () -> holds(condition))) {
            throw new IOException("not within " + PATIENCE.toSeconds() + " s: " + what);
        }
    }

    private static boolean holds(Await.Condition condition) throws IOException, InterruptedException {
        try {
            return condition.holds();
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private static double since(long begin) {
        return (System.nanoTime() - begin) / NANOS_PER_MILLI;
    }
}
