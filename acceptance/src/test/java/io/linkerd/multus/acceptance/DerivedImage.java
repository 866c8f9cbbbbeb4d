// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import io.linkerd.multus.localcluster.programs.LocalImage;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** An image with some plugins more than another: what two lines of a Containerfile make, {@code FROM} the one and {@code COPY} the others. */
final class DerivedImage {
    static final String REFERENCE = "localhost/linkerd-multus/installer-with-plugin:1";

    private static final AbsoluteUnixPath PLUGINS = AbsoluteUnixPath.get("/opt/cni/bin");

    private DerivedImage() {}

    /** Returns the file {@code derived.tar} in {@code folder}; the plugins are given by name. */
    static Path write(Path base, Map<String, Path> plugins, Path folder) throws Exception {
        var tar = folder.resolve("derived.tar");
        var layer = FileEntriesLayer.builder();
        plugins.forEach((name, file) ->
                layer.addEntry(file, PLUGINS.resolve(name), FilePermissions.fromOctalString("755"), Instant.EPOCH));
        Jib.from("tar://" + base)
                .addFileEntriesLayer(layer.build())
                .setFormat(ImageFormat.Docker)
                .setPlatforms(Set.of(new Platform(LocalImage.architecture(), "linux")))
                .containerize(Containerizer.to(TarImage.at(tar).named(REFERENCE))
                        .setOfflineMode(true)
                        .setBaseImageLayersCache(folder.resolve("base-layers"))
                        .setApplicationLayersCache(folder.resolve("layers")));
        return tar;
    }
}
