// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.service.clocks.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PluginFinderIT {
    @TempDir
    private Path root;

    @Test
    void findsTheFirstRegularFileOfThatName() throws IOException {
        Files.createDirectories(root.resolve("a/plugin"));
        Files.createDirectories(root.resolve("b"));
        Files.writeString(root.resolve("b/plugin"), "");
        Files.createDirectories(root.resolve("c"));
        Files.writeString(root.resolve("c/plugin"), "");

        assertThat(finder("/a", "/b", "/c").find("plugin")).isEqualTo(new Result.Ok<>("/b/plugin"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|no plugin name provided",
                "../x|invalid plugin name: ../x",
                "x|failed to find plugin \"x\" in path [/opt/cni/bin /more]",
                "..|failed to find plugin \"..\" in path [/opt/cni/bin /more]",
            })
    void saysWhyThereIsNone(String type, String reason) {
        assertThat(finder("/opt/cni/bin", "/more").find(type)).isEqualTo(new Result.Not<>(reason));
    }

    @Test
    void needsFoldersAndNamesThatAFileCanHave() {
        assertThat(finder().find("x")).isEqualTo(new Result.Not<>("no paths provided"));
        assertThat(finder("/bin").find("a\0b")).isInstanceOf(Result.Not.class);
    }

    @Test
    void followsLinksAsTheHostWould() throws IOException {
        Files.createDirectories(root.resolve("opt/cni"));
        Files.createDirectories(root.resolve("var/lib/cni"));
        Files.writeString(root.resolve("var/lib/cni/plugin"), "");
        Files.createSymbolicLink(root.resolve("opt/cni/bin"), Path.of("/var/lib/cni"));
        Files.createSymbolicLink(root.resolve("var/lib/cni/relative"), Path.of("../../../../../var/./lib/cni/plugin"));
        Files.createSymbolicLink(root.resolve("var/lib/cni/loop"), Path.of("loop"));
        Files.createSymbolicLink(root.resolve("var/lib/cni/outside"), Path.of("/bin/sh"));

        assertThat(finder("/opt/cni/bin").find("plugin")).isEqualTo(new Result.Ok<>("/opt/cni/bin/plugin"));
        assertThat(finder("/opt/cni/bin").find("relative")).isEqualTo(new Result.Ok<>("/opt/cni/bin/relative"));
        assertThat(finder("/opt/cni/bin").find("loop")).isInstanceOf(Result.Not.class);
        assertThat(finder("/opt/cni/bin").find("outside")).isInstanceOf(Result.Not.class);
        Files.delete(root.resolve("var/lib/cni/outside"));
    }

    @Test
    void aPluginIsFoundStartedAndRead() {
        var plugins = new PluginFolder(root);
        plugins.put("good", "read config; echo \"{\\\"config\\\":$config}\"");
        plugins.put("bad", "echo '{\"code\":100,\"msg\":\"m\"}'; exit 1");
        var calls = new PluginCalls(
                new PluginFinder(List.of(root.toString()), new HostRoot(Path.of("/"))::isRegularFile),
                new PluginProcess(
                        PluginLauncher.NONE, new PluginBounds(Duration.ofSeconds(30), 2), _ -> {}, System::nanoTime));

        assertThat(calls.call(call("good"), deadline())).isEqualTo(new PluginAnswer.Done("{\"config\":{\"a\":1}}\n"));
        assertThat(calls.call(call("bad"), deadline())).isEqualTo(new PluginAnswer.Failed(new CniError(100, "m", "")));
        assertThat(calls.call(call("none"), deadline()))
                .isEqualTo(new PluginAnswer.NotFound("failed to find plugin \"none\" in path [" + root + "]"));
    }

    private static PluginCall call(String type) {
        return new PluginCall(PluginCommand.ADD, type, "{\"a\":1}\n", PluginEnvironment.PATH);
    }

    private static Deadline deadline() {
        return Deadline.in(Duration.ofSeconds(30), System::nanoTime);
    }

    private PluginFinder finder(String... folders) {
        return new PluginFinder(List.of(folders), new HostRoot(root)::isRegularFile);
    }
}
