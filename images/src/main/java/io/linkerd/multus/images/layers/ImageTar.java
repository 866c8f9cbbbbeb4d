// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.layers;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.runtime.JvmFlags;
import io.linkerd.multus.localcluster.programs.LocalImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/** Writes an image as a tar file that container runtimes import. The same layers give the same bytes. */
public final class ImageTar {
    private final Project project;
    private final BaseImage base;

    public ImageTar(Project project, BaseImage base) {
        this.project = project;
        this.base = base;
    }

    /**
     * Returns the file.
     *
     * @param java the JVM with its flags; arguments of a container are the program's
     */
    public Path write(Service service, List<FileEntriesLayer> layers, List<String> java)
            throws IOException, InterruptedException {
        var tar = project.tar(service);
        var unfinished = tar.resolveSibling(tar.getFileName() + ".part");
        try {
            base.begin()
                    .setFileEntriesLayers(layers)
                    .setEntrypoint(program(service, java))
                    .setUser(service.user())
                    .setEnvironment(JvmFlags.environment(service))
                    .setLabels(labels(service))
                    .setPlatforms(Set.of(new Platform(LocalImage.architecture(), "linux")))
                    .setCreationTime(Instant.EPOCH)
                    .setFormat(ImageFormat.Docker)
                    .containerize(containerizer(TarImage.at(unfinished).named(service.reference(project.version()))));
        } catch (InvalidImageReferenceException
                | RegistryException
                | CacheDirectoryCreationException
                | ExecutionException e) {
            throw new IOException("cannot make the image " + service.reference(project.version()), e);
        }
        return Files.move(unfinished, tar, StandardCopyOption.ATOMIC_MOVE);
    }

    private static List<String> program(Service service, List<String> java) {
        var program = new ArrayList<>(java);
        program.add(service.mainClass());
        return program;
    }

    private Containerizer containerizer(TarImage image) {
        return Containerizer.to(image)
                .setToolName("linkerd-multus")
                .setOfflineMode(base instanceof BaseImage.Scratch)
                .setAllowInsecureRegistries(base.isOnLoopback())
                .setBaseImageLayersCache(project.shared().resolve("base-layers"))
                .setApplicationLayersCache(project.shared().resolve("layers"));
    }

    private Map<String, String> labels(Service service) {
        return Map.of(
                "org.opencontainers.image.title",
                "linkerd-multus " + service.module(),
                "org.opencontainers.image.version",
                project.version(),
                "org.opencontainers.image.licenses",
                "Apache-2.0");
    }
}
