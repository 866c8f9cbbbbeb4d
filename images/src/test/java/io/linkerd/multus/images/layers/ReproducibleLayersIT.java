// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.layers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.TarImage;
import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.oci.Content;
import io.linkerd.multus.images.oci.OciImage;
import io.linkerd.multus.images.runtime.JavaRuntime;
import io.linkerd.multus.images.runtime.Purpose;
import io.linkerd.multus.localcluster.programs.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Makes the layers of each image once more, from nothing that the build has left but jars, and compares them with the image's. */
@EnabledIfSystemProperty(
        named = "release",
        matches = "true",
        disabledReason = "links a Java runtime and packs all images again")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReproducibleLayersIT {
    private Path folder;

    @BeforeAll
    void prepare(@TempDir Path directory) {
        folder = directory;
    }

    /** But for the cache of loaded classes, which differs with each training, and the options, which name it. */
    @ParameterizedTest
    @EnumSource(Service.class)
    void areTheSameInASecondBuild(Service service) throws Exception {
        var project = new Project(Path.of("..").toRealPath(), System.getProperty("project.version"));
        var scratch = Files.createDirectories(folder.resolve("scratch-" + service));
        var application = Application.layOut(project, service, scratch.resolve("app"));
        Files.writeString(application.options(), "of nobody");
        var purpose = service == Service.CLI ? Purpose.COMMAND_LINE : Purpose.SERVICES;
        var runtime = JavaRuntime.link(folder, purpose, Progress.silent());
        var tar = scratch.resolve("image.tar");

        Jib.fromScratch()
                .setFileEntriesLayers(ImageLayers.of(new BaseImage.Scratch(), runtime, application, scratch))
                .containerize(Containerizer.to(TarImage.at(tar).named("localhost/second"))
                        .setOfflineMode(true)
                        .setBaseImageLayersCache(scratch.resolve("base"))
                        .setApplicationLayersCache(scratch.resolve("layers")));

        var second = digests(OciImage.unpack(tar, scratch.resolve("second")));
        var compared = second.size() - 1;
        assertThat(compared).isGreaterThanOrEqualTo(4);
        assertThat(digests(OciImage.unpack(project.tar(service), scratch.resolve("first"))))
                .startsWith(second.subList(0, compared).toArray(String[]::new))
                .doesNotContain(second.getLast());
    }

    private static List<String> digests(OciImage image) {
        return image.layers().stream()
                .map(Content::descriptor)
                .map(descriptor -> descriptor.digest())
                .toList();
    }
}
