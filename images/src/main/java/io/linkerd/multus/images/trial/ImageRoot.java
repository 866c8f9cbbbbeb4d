// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An image, unpacked, whose program can be run with nothing but the image's own files, as any user, unable to write to them. */
public final class ImageRoot {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** Runs as process 1 of namespaces of its own: with it ends everything that it has started and mounted. */
    private static final String RUN = """
            root=$1 shared=$2; shift 2
            mount --make-rprivate /
            mkdir -p "$root/proc" "$root/dev" "$root$shared"
            mount --bind "$root" "$root"
            mount -o remount,ro,bind "$root"
            mount -t proc proc "$root/proc"
            mount --rbind /dev "$root/dev"
            mount --rbind "$shared" "$root$shared"
            "$@" &
            wait $!
            """;

    private static final List<String> ONE_PROCESSOR = List.of("/usr/bin/taskset", "--cpu-list", "0");

    private final Path root;
    private final List<String> program;
    private final List<String> launcher;

    private ImageRoot(Path root, List<String> program, List<String> launcher) {
        this.root = root;
        this.program = program;
        this.launcher = launcher;
    }

    /** Unpacks {@code tar} below {@code directory}, which has to be root's for the files' owners to be right. */
    public static ImageRoot unpack(Path tar, Path directory) throws IOException, InterruptedException {
        var archive = Files.createDirectories(directory.resolve("archive"));
        var root = Files.createDirectories(directory.resolve("root"));
        extract(tar, archive);
        var json = new ObjectMapper();
        var manifest = json.readTree(archive.resolve("manifest.json").toFile()).get(0);
        for (var layer : manifest.get("Layers")) {
            extract(archive.resolve(layer.asText()), root);
        }
        var config =
                json.readTree(archive.resolve(manifest.get("Config").asText()).toFile());
        var command = texts(config.at("/config/Entrypoint"));
        command.addAll(texts(config.at("/config/Cmd"))); // which need not be there
        return new ImageRoot(root, List.copyOf(command), List.of());
    }

    Path path() {
        return root;
    }

    boolean isTrained() {
        return program.stream().anyMatch(option -> option.startsWith("-XX:AOTCache="));
    }

    /**
     * Returns the same files with another program, which has the runtime, the flags and the libraries of the image's own.
     *
     * @param jar where the program sees its jar, which comes behind all others: what the image keeps of loaded classes is still good
     */
    public ImageRoot running(Path jar, String mainClass, List<String> arguments) {
        var changed = new ArrayList<>(program);
        changed.removeLast();
        changed.add(changed.removeLast() + ":" + jar);
        changed.add(mainClass);
        changed.addAll(arguments);
        return new ImageRoot(root, List.copyOf(changed), launcher);
    }

    /** {@return the same program, which gets one processor of the machine's to run on, and counts one} */
    public ImageRoot onOneProcessor() {
        return new ImageRoot(root, program, ONE_PROCESSOR);
    }

    /**
     * Returns the command that runs the image as a user of group 0.
     *
     * @param shared a directory of this machine that the program sees by the same path, and may write to as far as the files there let it
     * @param flags more flags for the JVM
     */
    public List<String> command(int user, Path shared, List<String> flags) {
        var command = new ArrayList<>(launcher);
        command.addAll(List.of("/usr/bin/unshare", "--mount", "--pid", "--fork", "--kill-child"));
        command.addAll(List.of("/bin/sh", "-euc", RUN, "image", root.toString(), shared.toString()));
        command.addAll(List.of("chroot", "--userspec=+" + user + ":+0", "--groups=", root.toString()));
        command.add(program.getFirst());
        command.addAll(flags);
        command.addAll(program.subList(1, program.size()));
        return command;
    }

    private static void extract(Path archive, Path into) throws IOException, InterruptedException {
        Programs.plain()
                .output(PATIENCE, List.of("tar", "--numeric-owner", "-xpf", archive.toString(), "-C", into.toString()));
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
