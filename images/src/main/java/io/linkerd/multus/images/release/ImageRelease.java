// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.cli.Tarball;
import io.linkerd.multus.images.layers.NodePrograms;
import io.linkerd.multus.images.oci.Content;
import io.linkerd.multus.images.oci.Descriptor;
import io.linkerd.multus.images.oci.OciImage;
import io.linkerd.multus.images.oci.OciManifest;
import io.linkerd.multus.images.oci.Repository;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Pushes the services' images, with what they are made of and how, and the indexes over those of several architectures. */
final class ImageRelease {
    private final WorkingCopy sources;
    private final ReleaseOptions options;
    private final Path output;
    private final Progress progress;
    private final List<Pushed> pushed = new ArrayList<>();
    private final Map<Service, ObjectNode> parts = new EnumMap<>(Service.class);

    ImageRelease(WorkingCopy sources, ReleaseOptions options, Path output, Progress progress) {
        this.sources = sources;
        this.options = options;
        this.output = output;
        this.progress = progress;
    }

    /** {@return what was pushed so far} */
    List<Pushed> pushed() {
        return List.copyOf(pushed);
    }

    /** Pushes those of this machine's architecture, which the build has made. */
    ArchitectureImages push(Path work) throws IOException, InterruptedException {
        var images = new EnumMap<Service, OciImage>(Service.class);
        for (var service : Service.values()) {
            var image = OciImage.unpack(project().tar(service), work.resolve(service.module()));
            images.put(service, image);
            parts.put(service, sbom(service, image));
        }
        Files.writeString(output.resolve("licences.md"), Licences.report(parts.values()));
        var manifests = new EnumMap<Service, Descriptor>(Service.class);
        for (var entry : images.entrySet()) {
            var service = entry.getKey();
            manifests.put(
                    service,
                    progress.step("push the image of the " + service.module(), () -> push(service, entry.getValue())));
        }
        var architecture = images.values().iterator().next().architecture();
        var own = new ArchitectureImages(
                architecture,
                options.version(),
                sources.commit(),
                options.registry(),
                manifests,
                Content.digest(Tarball.file(project())));
        own.write(output);
        return own;
    }

    private ObjectNode sbom(Service service, OciImage image) throws IOException, InterruptedException {
        var beside =
                options.base().equals("scratch") ? HostParts.of(image.lowest()) : List.of(Sbom.base(options.base()));
        var parts = new ArrayList<>(beside);
        if (!NodePrograms.of(project(), service).isEmpty()) {
            parts.addAll(HostParts.ofPrograms());
        }
        var repository = options.repository(service.module());
        return Sbom.ofImage(project(), service, repository, image.manifest().descriptor(), parts);
    }

    private Descriptor push(Service service, OciImage image) throws IOException {
        var repository = Repository.open(options.repository(service.module()));
        var architecture = image.architecture();
        var descriptor = repository.push(image);
        var tag = options.version() + "-" + architecture;
        repository.tag(image.manifest(), tag);
        var sbom = Sbom.bytes(parts.getOrDefault(service, Sbom.ofModule(project(), service)));
        var provenance = Sbom.bytes(
                new Provenance(sources, options, System.getenv()).of(repository.name(), descriptor, architecture));
        repository.attach(
                descriptor, List.of(Content.of(Sbom.MEDIA_TYPE, sbom), Content.of(Provenance.MEDIA_TYPE, provenance)));
        var name = service.module() + "-" + architecture;
        Files.write(output.resolve(name + ".cdx.json"), sbom);
        Files.write(output.resolve(name + ".intoto.json"), provenance);
        pushed.add(Pushed.of(repository, tag, descriptor));
        return descriptor;
    }

    /** Pushes an index per service over the images of all architectures, and {@return those}. */
    Map<Service, Descriptor> index(List<ArchitectureImages> all) throws IOException {
        var indexes = new EnumMap<Service, Descriptor>(Service.class);
        for (var service : Service.values()) {
            var repository = Repository.open(options.repository(service.module()));
            var images = new TreeMap<String, Descriptor>();
            for (var each : all) {
                var image = each.images().get(service);
                if (image == null || !repository.has(image)) {
                    throw new IOException(repository.name() + " has not the image for " + each.architecture() + " that "
                            + each.file(Path.of("")) + " tells of: push it on such a machine first");
                }
                images.put(each.architecture(), image);
            }
            var index = repository.tag(OciManifest.index(images), options.version());
            pushed.add(Pushed.of(repository, options.version(), index));
            indexes.put(service, index);
        }
        return indexes;
    }

    private Project project() {
        return sources.project();
    }
}
