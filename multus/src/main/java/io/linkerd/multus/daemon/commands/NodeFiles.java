// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.daemon.networks.SeenPath;
import io.linkerd.multus.daemon.networks.SeenPath.ConfFile;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.RegularFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Looks at the configurations of networks on the node. */
final class NodeFiles {
    private static final List<String> EXTENSIONS = List.of(".conf", ".json", ".conflist");

    private NodeFiles() {}

    /** {@return what is at a path; where it is a link, what it leads to} */
    static SeenPath look(String path) {
        try {
            var real = Path.of(path).toRealPath();
            return Files.isDirectory(real) ? folder(real) : file(real);
        } catch (NoSuchFileException _) {
            return new SeenPath.Absent();
        } catch (IOException e) {
            return new SeenPath.Unreadable(FileTrouble.inWords(e));
        } catch (InvalidPathException _) {
            return new SeenPath.Absent();
        }
    }

    private static SeenPath file(Path file) {
        return switch (text(file)) {
            case Result.Ok<String>(var text) -> new SeenPath.File(text);
            case Result.Not<String>(var reason) -> new SeenPath.Unreadable(reason);
        };
    }

    private static SeenPath folder(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return new SeenPath.Folder(files.filter(NodeFiles::isConfiguration)
                    .map(file -> new ConfFile(name(file), linkedText(file)))
                    .toList());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static boolean isConfiguration(Path file) {
        return EXTENSIONS.stream().anyMatch(name(file)::endsWith) && !Files.isDirectory(file);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static Result<String> linkedText(Path file) {
        try {
            return text(file.toRealPath());
        } catch (IOException e) {
            return new Result.Not<>(FileTrouble.inWords(e));
        }
    }

    private static Result<String> text(Path file) {
        try {
            return RegularFile.text(file, CniNetwork.LIMITS.length());
        } catch (IOException e) {
            return new Result.Not<>(FileTrouble.inWords(e));
        }
    }
}
