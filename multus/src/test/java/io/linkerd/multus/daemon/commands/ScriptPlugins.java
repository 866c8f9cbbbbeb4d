// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Plugins that are shell scripts. Each ADD makes an interface, also one that fails, and DEL takes it away; a ledger has a file for each interface
 * that there is. What plugins were told is kept.
 */
final class ScriptPlugins {
    private static final String SCRIPT = """
            #!/bin/sh
            dir=@FOLDER@
            type=${0##*/}
            stdin=$(cat)
            echo "$CNI_COMMAND $type $CNI_IFNAME" >> "$dir/calls"
            printf '%s' "$stdin" > "$dir/seen/$CNI_COMMAND.$type.$CNI_IFNAME.stdin"
            printf '%s' "$CNI_ARGS" > "$dir/seen/$CNI_COMMAND.$type.$CNI_IFNAME.args"
            made="$dir/ledger/$CNI_CONTAINERID.$CNI_IFNAME.$type"
            [ "$CNI_COMMAND" = ADD ] && : > "$made"
            step="$dir/steps/$CNI_COMMAND.$type"
            [ -f "$step" ] && . "$step"
            case $CNI_COMMAND in
            ADD) echo '{"cniVersion":"1.0.0","interfaces":[{"name":"'$CNI_IFNAME'","sandbox":"'$CNI_NETNS'"}],'\\
                '"ips":[{"interface":0,"address":"10.1.0.2/24","gateway":"10.1.0.1"}],"routes":[{"dst":"0.0.0.0/0","gw":"10.1.0.1"}]}' ;;
            DEL) rm -f "$made" ;;
            CHECK) [ -f "$made" ] || { echo '{"code":101,"msg":"no such interface"}'; exit 1; } ;;
            esac
            exit 0
            """;

    private final Path folder;

    ScriptPlugins(Path folder, String... types) {
        this.folder = folder;
        for (var name : List.of("bin", "ledger", "seen", "steps")) {
            make(folder.resolve(name));
        }
        for (var type : types) {
            write(bin().resolve(type), SCRIPT.replace("@FOLDER@", folder.toString()));
            try {
                Files.setPosixFilePermissions(bin().resolve(type), PosixFilePermissions.fromString("rwxr-xr-x"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    Path bin() {
        return folder.resolve("bin");
    }

    /** Has the plugin run these lines before it does or undoes anything but an ADD's interface, which is made by then. */
    void step(String command, String type, String lines) {
        write(folder.resolve("steps").resolve(command + "." + type), lines + "\n");
    }

    void fail(String command, String type, int code) {
        step(command, type, "echo '{\"code\":" + code + ",\"msg\":\"planned\"}'; exit 1");
    }

    void kill(String command, String type) {
        step(command, type, "kill -9 $$");
    }

    /** Has the plugin stand still until it is killed; {@link #isHeld} once it does. */
    void hold(String command, String type) {
        step(command, type, ": > " + folder.resolve("held") + "; kill -STOP $$");
    }

    boolean isHeld() {
        return Files.exists(folder.resolve("held"));
    }

    void noSteps() {
        names(folder.resolve("steps"))
                .forEach(name -> remove(folder.resolve("steps").resolve(name)));
    }

    /** {@return the interfaces that there are, each as container, name and type} */
    Set<String> ledger() {
        return names(folder.resolve("ledger"));
    }

    /** Takes an interface away as an administrator would. */
    void lose(String entry) {
        remove(folder.resolve("ledger").resolve(entry));
    }

    List<String> calls() {
        var file = folder.resolve("calls");
        return Files.exists(file) ? read(file).lines().map(String::strip).toList() : List.of();
    }

    String stdin(String call) {
        return read(folder.resolve("seen").resolve(call + ".stdin"));
    }

    String args(String call) {
        return read(folder.resolve("seen").resolve(call + ".args"));
    }

    static Set<String> names(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Set.of();
        }
        try (var files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> String.valueOf(file.getFileName()))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void make(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
