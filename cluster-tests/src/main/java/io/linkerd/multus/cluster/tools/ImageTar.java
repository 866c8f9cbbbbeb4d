// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.tools;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/**
 * An image of a few programs and nothing else.
 *
 * @param reference as pods name it
 * @param files the machine's programs, by their path in the image; a folder becomes an empty one that everybody may write to
 * @param entryPoint what runs when a pod does not say
 */
public record ImageTar(String reference, Map<String, Path> files, List<String> entryPoint) {
    private static final FilePermissions EXECUTABLE = FilePermissions.fromOctalString("755");
    private static final FilePermissions WRITABLE = FilePermissions.fromOctalString("777");

    /** Copies the collections. */
    public ImageTar {
        files = Map.copyOf(files);
        entryPoint = List.copyOf(entryPoint);
    }

    /** Writes the image to {@code tar}, in the form that {@code docker save} has; {@code layers} keeps what was compressed. */
    public void write(Path tar, Path layers) throws IOException, InterruptedException {
        Files.createDirectories(tar.getParent());
        var temporary = Files.createTempFile(tar.getParent(), ".image", ".tar");
        try {
            var layer = FileEntriesLayer.builder();
            files.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(file -> layer.addEntry(
                            file.getValue(), AbsoluteUnixPath.get(file.getKey()), permissions(file.getValue())));
            Jib.fromScratch()
                    .addFileEntriesLayer(layer.build())
                    .setEntrypoint(entryPoint)
                    .addEnvironmentVariable("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
                    .containerize(Containerizer.to(TarImage.at(temporary).named(reference))
                            .setApplicationLayersCache(layers)
                            .setBaseImageLayersCache(layers)
                            .setToolName("linkerd-multus"));
            Files.move(temporary, tar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (InvalidImageReferenceException
                | RegistryException
                | CacheDirectoryCreationException
                | ExecutionException e) {
            throw new IOException("cannot make the image " + reference, e);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static FilePermissions permissions(Path source) {
        return Files.isDirectory(source) ? WRITABLE : EXECUTABLE;
    }
}
