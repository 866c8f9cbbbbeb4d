// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.verbs.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A container with verbs in it: plugins, templates and manifests of its own, and those of the host's folders that are mounted. */
final class VerbBench {
    private final Path root;
    private final Map<String, String> environment = new HashMap<>();

    /** Mounts these host folders. */
    VerbBench(Path root, String... mounted) throws IOException {
        this.root = root;
        for (var directory : mounted) {
            Files.createDirectories(host(directory));
        }
        for (var directory : List.of("bin", "templates", "manifests", "account")) {
            Files.createDirectories(root.resolve(directory));
        }
        environment.put("CONTAINER_MOUNT_PREFIX", root.resolve("host").toString());
        environment.put("CONTAINER_CNI_BIN_DIR", root.resolve("bin").toString());
        environment.put("LINKERD_MULTUS_TEMPLATE_DIR", root.resolve("templates").toString());
        environment.put("LINKERD_MULTUS_MANIFEST_DIR", root.resolve("manifests").toString());
        for (var plugin : List.of("flannel", "ipvlan", "macvlan", "vlan", "host-device", "multus-cni")) {
            Files.writeString(root.resolve("bin").resolve(plugin), FakeNode.script(plugin));
        }
    }

    /** Sets variables as {@code KEY=value}. */
    VerbBench with(String... settings) {
        for (var setting : settings) {
            environment.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        return this;
    }

    Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    void template(String name, String text) throws IOException {
        Files.writeString(root.resolve("templates").resolve(name), text);
    }

    void manifest(String name, String text) throws IOException {
        Files.writeString(root.resolve("manifests").resolve(name), text);
    }

    /** A folder of the container. */
    Path container(String name) {
        return root.resolve(name);
    }

    Path host(String path) {
        return root.resolve("host" + path);
    }

    /** Runs a verb to its end. */
    OneShot run(String... arguments) throws InterruptedException {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var console = new Console(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
        return switch (CommandLine.of(Arrays.asList(arguments))) {
            case CommandLine.Verb(var command) ->
                new OneShot(VerbRun.run(command, environment(), console), out.toString(UTF_8), err.toString(UTF_8));
            case CommandLine other -> throw new AssertionError(other);
        };
    }

    /** All that the host's mounted folders hold, with permission bits. */
    Map<String, String> picture() throws IOException {
        var picture = new TreeMap<String, String>();
        try (var paths = Files.walk(root.resolve("host"))) {
            for (var path : paths.toList()) {
                var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                picture.put(
                        root.relativize(path).toString(),
                        Files.isDirectory(path) ? mode : mode + " " + Files.readString(path));
            }
        }
        return picture;
    }
}
