// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.oci.Descriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The images that one machine has pushed, as it tells another one that makes the index over all.
 *
 * @param architecture of that machine
 * @param version of the release
 * @param commit that they were made from
 * @param registry that they were pushed to: what holds for another one, such as a scan, was not asked of them
 * @param images their manifests
 * @param archive digest of the command line's archive, sha256:…
 */
record ArchitectureImages(
        String architecture,
        String version,
        String commit,
        String registry,
        Map<Service, Descriptor> images,
        String archive) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** {@return the file of this in {@code folder}} */
    Path file(Path folder) {
        return folder.resolve("images-" + architecture + ".json");
    }

    void write(Path folder) throws IOException {
        var json = JSON.createObjectNode()
                .put("architecture", architecture)
                .put("version", version)
                .put("commit", commit)
                .put("registry", registry)
                .put("archive", archive);
        var manifests = json.putObject("images");
        images.forEach((service, image) -> manifests.set(service.module(), image.json()));
        Files.write(file(folder), Sbom.bytes(json));
    }

    static ArchitectureImages read(Path file) throws IOException {
        try {
            var json = JSON.readTree(file.toFile()).<ObjectNode>require();
            var images = new EnumMap<Service, Descriptor>(Service.class);
            for (var service : Service.values()) {
                images.put(service, Descriptor.of(json.path("images").path(service.module())));
            }
            return new ArchitectureImages(
                    json.path("architecture").asText(),
                    json.path("version").asText(),
                    json.path("commit").asText(),
                    json.path("registry").asText(),
                    images,
                    json.path("archive").asText());
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new IOException(
                    file + " is not what " + ReleaseOptions.IMAGES_ONLY + " writes: " + e.getMessage()
                            + "; fetch it again",
                    e);
        }
    }

    /**
     * {@return what these files tell}
     *
     * @throws IOException that says all that does not fit together, or to what this machine is about to push
     */
    static List<ArchitectureImages> fitting(ArchitectureImages own, List<Path> files) throws IOException {
        var others = new ArrayList<ArchitectureImages>();
        var problems = new ArrayList<String>();
        for (var file : files) {
            var other = read(file);
            problems.addAll(other.problems(own));
            if (others.stream().anyMatch(each -> each.architecture.equals(other.architecture))) {
                problems.add("there are two sets of images for " + other.architecture);
            }
            others.add(other);
        }
        if (!problems.isEmpty()) {
            throw new IOException(String.join("; ", problems));
        }
        return others;
    }

    /** {@return why they cannot be in one index with these} */
    List<String> problems(ArchitectureImages own) {
        var problems = new ArrayList<String>();
        if (architecture.equals(own.architecture)) {
            problems.add("there are two sets of images for " + architecture);
        }
        if (!version.equals(own.version)) {
            problems.add("the images for " + architecture + " are of version " + version + ", not " + own.version);
        }
        if (!commit.equals(own.commit)) {
            problems.add(
                    "the images for " + architecture + " are made from the commit " + commit + ", not " + own.commit);
        }
        if (!registry.equals(own.registry)) {
            problems.add("the images for " + architecture + " were pushed to " + registry + ", not " + own.registry
                    + ": call ./release there with this --registry");
        }
        return problems;
    }
}
