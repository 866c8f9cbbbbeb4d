// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import io.linkerd.multus.images.oci.OciImage;
import io.linkerd.multus.images.operator.OlmBundle;
import io.linkerd.multus.localcluster.programs.LocalImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/**
 * The operator's bundle, and the catalog that offers it, as images.
 *
 * @param sources what they are made from
 * @param folder where the files of both are written, for people to look at
 * @param work where the images are made; good as long as they are
 */
record OlmImages(ReleaseSources sources, Path folder, Path work) {
    private static final FilePermissions FILE = FilePermissions.fromOctalString("644");
    private static final FilePermissions PROGRAM = FilePermissions.fromOctalString("755");
    private static final FilePermissions ANYBODYS = FilePermissions.fromOctalString("777");
    private static final String IN_BUNDLE = "bundle/";

    /** What `opm generate dockerfile` writes into a catalog's. */
    private static final Map<String, String> CATALOG =
            Map.of("operators.operatorframework.io.index.configs.v1", "/configs");

    private static final List<String> SERVE =
            List.of("/bin/opm", "serve", "/configs", "--cache-dir=/tmp/cache", "--cache-enforce-integrity=false");

    /** {@return what {@code openshift/bundle.Dockerfile} makes} */
    OciImage bundle() throws IOException, InterruptedException {
        var files = OlmBundle.files(sources.root()).tailMap(IN_BUNDLE);
        var inImage = new TreeMap<String, Path>();
        for (var file : files.entrySet()) {
            if (file.getKey().startsWith(IN_BUNDLE)) {
                var path = write("bundle", file.getKey().substring(IN_BUNDLE.length()), file.getValue());
                inImage.put("/" + file.getKey().substring(IN_BUNDLE.length()), path);
            }
        }
        return image(
                "bundle", Jib.fromScratch().setLabels(labels()).setFileEntriesLayers(layer("bundle", inImage, FILE)));
    }

    /** The same in the image as in the bundle's annotations: some read the one and some the other. */
    private Map<String, String> labels() throws IOException {
        var annotations = folder.resolve("bundle").resolve("metadata").resolve("annotations.yaml");
        var labels = new LinkedHashMap<String, String>();
        new YAMLMapper()
                .readTree(annotations.toFile())
                .path("annotations")
                .forEachEntry((name, value) -> labels.put(name, value.asText()));
        return labels;
    }

    /**
     * {@return an image that serves a catalog of one bundle}
     *
     * @param operators the folder of opm and of what probes it
     * @param bundle the bundle's image, by digest
     */
    OciImage catalog(Path operators, String bundle) throws IOException, InterruptedException {
        var file = write("catalog", "linkerd-multus/catalog.yaml", OlmBundle.catalog(sources.root(), bundle));
        var programs = new TreeMap<String, Path>(Map.of(
                "/bin/opm", operators.resolve("opm"),
                "/bin/grpc_health_probe", operators.resolve("grpc-health-probe")));
        var temporary = FileEntriesLayer.builder()
                .setName("temporary")
                .addEntry(work, AbsoluteUnixPath.get("/tmp"), ANYBODYS, Instant.EPOCH, "0:0")
                .build();
        var configs = new TreeMap<String, Path>(Map.of("/configs/linkerd-multus/catalog.yaml", file));
        return image(
                "catalog",
                Jib.fromScratch()
                        .setLabels(CATALOG)
                        .setUser("1001:0")
                        .setEntrypoint(SERVE)
                        .setFileEntriesLayers(
                                layer("programs", programs, PROGRAM), temporary, layer("catalog", configs, FILE)));
    }

    private Path write(String image, String name, String text) throws IOException {
        var file = folder.resolve(image).resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static FileEntriesLayer layer(String name, SortedMap<String, Path> files, FilePermissions permissions) {
        var layer = FileEntriesLayer.builder().setName(name);
        files.forEach(
                (path, file) -> layer.addEntry(file, AbsoluteUnixPath.get(path), permissions, Instant.EPOCH, "0:0"));
        return layer.build();
    }

    private OciImage image(String name, JibContainerBuilder builder) throws IOException, InterruptedException {
        var tar = work.resolve(name + ".tar");
        try {
            builder.setPlatforms(Set.of(new Platform(LocalImage.architecture(), "linux")))
                    .setCreationTime(Instant.EPOCH)
                    .containerize(Containerizer.to(TarImage.at(tar).named("localhost/linkerd-multus/" + name))
                            .setOfflineMode(true)
                            .setBaseImageLayersCache(work.resolve("jib-base"))
                            .setApplicationLayersCache(work.resolve("jib-layers")));
        } catch (InvalidImageReferenceException
                | RegistryException
                | CacheDirectoryCreationException
                | ExecutionException e) {
            throw new IOException("cannot make the image of the " + name, e);
        }
        return OciImage.unpack(tar, work.resolve(name + ".image"));
    }
}
