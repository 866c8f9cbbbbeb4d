// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/**
 * An image of a few programs and nothing else.
 *
 * @param reference as pods name it
 * @param files the machine's programs, by their path in the image; a folder becomes an empty one that everybody may write to,
 *     without the sticky bit that {@code /tmp} has elsewhere: Jib's permissions have three digits
 * @param entryPoint what runs when a pod does not say
 * @param user user and group that it runs as when a pod does not say
 */
public record LocalImage(String reference, SortedMap<String, Path> files, List<String> entryPoint, String user) {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    private static final FilePermissions PROGRAM = FilePermissions.fromOctalString("755");
    private static final FilePermissions FOLDER = FilePermissions.fromOctalString("777");

    /** Copies the collections. */
    public LocalImage {
        files = new TreeMap<>(files);
        entryPoint = List.copyOf(entryPoint);
    }

    /** Describes an image that runs as root; the files may be in any order. */
    public static LocalImage of(String reference, Map<String, Path> files, String... entryPoint) {
        return new LocalImage(reference, new TreeMap<>(files), List.of(entryPoint), "0:0");
    }

    /** {@return the same image for another user, as {@code uid:gid}} */
    public LocalImage as(String uidAndGid) {
        return new LocalImage(reference, files, entryPoint, uidAndGid);
    }

    /** Writes the image to {@code tar}, which is there when it is whole; the same programs give the same bytes. */
    public void write(Path tar) throws IOException, InterruptedException {
        try (var staging = Staging.of(tar)) {
            var image = staging.folder().resolve("image.tar");
            Jib.fromScratch()
                    .setFileEntriesLayers(layer())
                    .setEntrypoint(entryPoint)
                    .setEnvironment(ENVIRONMENT)
                    .setUser(user)
                    .setPlatforms(Set.of(new Platform(architecture(), "linux")))
                    .containerize(Containerizer.to(TarImage.at(image).named(reference))
                            .setOfflineMode(true)
                            .setBaseImageLayersCache(staging.folder().resolve("base"))
                            .setApplicationLayersCache(staging.folder().resolve("layers")));
            Files.move(image, tar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (InvalidImageReferenceException
                | RegistryException
                | CacheDirectoryCreationException
                | ExecutionException e) {
            throw new IOException("cannot make the image " + reference, e);
        }
    }

    /** {@return the architecture of this machine as images name it} */
    public static String architecture() {
        var architecture = System.getProperty("os.arch");
        return "aarch64".equals(architecture) ? "arm64" : architecture;
    }

    private FileEntriesLayer layer() {
        var layer = FileEntriesLayer.builder().setName("programs");
        files.forEach((path, file) -> layer.addEntry(
                file, AbsoluteUnixPath.get(path), Files.isDirectory(file) ? FOLDER : PROGRAM, Instant.EPOCH, "0:0"));
        return layer.build();
    }
}
