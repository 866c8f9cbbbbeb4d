// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The host's file system as it is mounted into this container: host paths in, container paths out. A link of the host leads where it
 * leads on the host.
 *
 * @param mountInfo where the kernel tells what is mounted
 */
public record HostRoot(Path prefix, Path mountInfo) {
    /** As many as the kernel follows. */
    private static final int MOST_LINKS = 40;

    /** The host below a folder of this container. */
    public HostRoot(Path prefix) {
        this(prefix, Path.of("/proc/self/mountinfo"));
    }

    /** {@return where the file of a host path is in this container} Links above it are followed, one in its place is not. */
    public Path at(String hostPath) {
        return resolved(hostPath, false);
    }

    /** {@return where the folder of a host path is in this container} */
    public Path directory(String hostPath) {
        return resolved(hostPath, true);
    }

    /** {@return those of these folders of the host that are not there} */
    public Set<String> missing(Collection<String> hostPaths) {
        return hostPaths.stream()
                .filter(path -> !Files.isDirectory(directory(path)))
                .collect(Collectors.toSet());
    }

    /** {@return the same two answers for one look at many files, in which folders stay where they are} */
    public HostPlaces places() {
        return new HostPlaces(this);
    }

    /**
     * {@return whether the name of a file can be told as a text and found again by it} Names are bytes; those that are no text where this
     * process runs, which in a container without a locale are all beyond ASCII, cannot.
     */
    public static boolean canBeSaid(Path file) {
        try {
            return Path.of(file.toString()).equals(file);
        } catch (InvalidPathException _) {
            return false;
        }
    }

    /** {@return the host path of a place in this container, which can be said} */
    public String hostPath(Path place) {
        return "/" + prefix.relativize(place);
    }

    /**
     * {@return whether the directory can hold our files: it is in a folder of the host that is mounted and can be written to}
     *
     * <p>Where nothing is mounted below the prefix this is no container of the chart's, and what is there is taken for the host's.
     */
    public boolean isMounted(String directory) {
        var wanted = directory(directory);
        var mounts = Mounts.below(prefix, mountInfo);
        return mounts.isEmpty()
                ? hasFolder(wanted)
                : mounts.covering(wanted).filter(Mounts.Mount::takesFiles).isPresent();
    }

    /** {@return that {@link #isMounted} says no, in words to which a cure can be added} A link is told with its target. */
    public String notMounted(String directory) {
        return directory + " of the host is "
                + linked(directory)
                        .map(target -> "a link to " + target + ", which is ")
                        .orElse("")
                + "not mounted into the installer, or is read-only there";
    }

    /** {@return where links in the place of a directory, or above it, lead to; empty where it is what it is called, a host path} */
    public Optional<String> linked(String directory) {
        return Optional.of(hostPath(directory(directory))).filter(target -> !target.equals(directory));
    }

    /**
     * {@return host folders that were mounted and that the host has removed since, and perhaps made anew} This container keeps seeing the
     * removed ones, in which nothing can be made, for as long as it lives.
     */
    public List<String> removed() {
        return Mounts.below(prefix, mountInfo).removed().map(this::hostPath).toList();
    }

    private boolean hasFolder(Path wanted) {
        for (var at = wanted; at != null && !at.equals(prefix); at = at.getParent()) {
            if (Files.isDirectory(at)) {
                return true;
            }
        }
        return false;
    }

    private Path resolved(String hostPath, boolean last) {
        var left = new ArrayDeque<Path>();
        Path.of(hostPath).forEach(left::add);
        var at = prefix;
        for (int links = 0; !left.isEmpty(); ) {
            var next = at.resolve(left.remove());
            if (next.endsWith(".")) {
                continue;
            }
            if (next.endsWith("..")) {
                at = at.equals(prefix) ? prefix : parentOf(at);
            } else if ((left.isEmpty() && !last) || !Files.isSymbolicLink(next)) {
                at = next;
            } else if (++links > MOST_LINKS) {
                return prefix.resolve(hostPath.substring(1)); // where nothing can be
            } else {
                at = follow(next, at, left);
            }
        }
        return at;
    }

    private Path parentOf(Path below) {
        var parent = below.getParent();
        return parent == null ? prefix : parent;
    }

    /** Puts the names of a link's target in front of what is left, and tells where they begin. */
    private Path follow(Path link, Path folder, ArrayDeque<Path> left) {
        try {
            var target = Files.readSymbolicLink(link);
            for (int name = target.getNameCount() - 1; name >= 0; name--) {
                left.addFirst(target.getName(name));
            }
            return target.isAbsolute() ? prefix : folder;
        } catch (IOException _) {
            return link; // gone in this moment
        }
    }
}
