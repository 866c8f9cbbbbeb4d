// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A folder that is the root for those who change to it. Links lead from there to where they would lead for them.
 *
 * @param folder as this process sees it
 */
public record HostRoot(Path folder) {
    /** As many links as the kernel follows (MAXSYMLINKS). */
    private static final int MOST_LINKS = 40;

    /** {@return whether there is a regular file at a path under this root} */
    public boolean isRegularFile(String path) {
        try {
            return Files.isRegularFile(resolved(path), LinkOption.NOFOLLOW_LINKS);
        } catch (IOException | InvalidPathException _) {
            return false;
        }
    }

    /**
     * {@return where a path of this process leads for those who change to this root; the path itself where it is not below it}
     *
     * @throws IOException if links of it lead nowhere
     */
    public Path place(Path path) throws IOException {
        return path.startsWith(folder) ? resolved(folder.relativize(path).toString()) : path;
    }

    /** {@return what a path of this process is called by those who change to this root} */
    public Path name(Path path) {
        return path.startsWith(folder) ? Path.of("/").resolve(folder.relativize(path)) : path;
    }

    private Path resolved(String path) throws IOException {
        var rest = new ArrayDeque<>(List.of(path.split("/")));
        var reached = folder;
        int links = 0;
        while (!rest.isEmpty()) {
            var name = rest.removeFirst();
            if (name.equals("..")) {
                reached =
                        reached.equals(folder) ? folder : reached.resolve("..").normalize();
            } else if (!name.isEmpty() && !name.equals(".")) {
                var next = reached.resolve(name);
                if (!Files.isSymbolicLink(next)) {
                    reached = next;
                } else if (++links > MOST_LINKS) {
                    throw new IOException(path + " leads through more than " + MOST_LINKS + " links");
                } else {
                    reached = follow(Files.readSymbolicLink(next).toString(), reached, rest);
                }
            }
        }
        return reached;
    }

    private Path follow(String target, Path from, Deque<String> rest) {
        List.of(target.split("/")).reversed().forEach(rest::addFirst);
        return target.startsWith("/") ? folder : from;
    }
}
