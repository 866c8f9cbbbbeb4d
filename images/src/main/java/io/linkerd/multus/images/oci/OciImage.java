// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.oci;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An image of one architecture.
 *
 * @param architecture as images name it
 * @param config what runs in it, and how
 * @param layers its files, the lowest first
 * @param lowest where the lowest layer is on this machine
 */
public record OciImage(String architecture, Content config, List<Content> layers, Path lowest) {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String CONFIG = "application/vnd.oci.image.config.v1+json";
    private static final String LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";

    /** Copies the list. */
    public OciImage {
        layers = List.copyOf(layers);
    }

    /**
     * Reads a file that Jib wrote: its layers are compressed already, and their bytes stay what they are.
     *
     * @param folder where it is unpacked; the image is good as long as this is there
     */
    public static OciImage unpack(Path tar, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Programs.plain().output(PATIENCE, List.of("tar", "-xf", tar.toString(), "-C", folder.toString()));
        var json = new ObjectMapper();
        var manifest = json.readTree(folder.resolve("manifest.json").toFile()).path(0);
        var config = folder.resolve(manifest.path("Config").asText());
        var layers = new ArrayList<Content>();
        for (var layer : manifest.path("Layers")) {
            layers.add(Content.of(LAYER, folder.resolve(layer.asText())));
        }
        return new OciImage(
                json.readTree(config.toFile()).path("architecture").asText(),
                Content.of(CONFIG, config),
                layers,
                folder.resolve(manifest.at("/Layers/0").asText()));
    }

    /** {@return what names its parts} */
    public OciManifest manifest() {
        return OciManifest.ofImage(
                config.descriptor(), layers.stream().map(Content::descriptor).toList());
    }
}
