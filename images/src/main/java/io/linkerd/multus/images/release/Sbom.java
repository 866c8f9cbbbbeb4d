// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.layers.Application;
import io.linkerd.multus.images.oci.Content;
import io.linkerd.multus.images.oci.Descriptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** What an image consists of, as CycloneDX tells it: what Maven says of the service, and what is in the image beside that. */
final class Sbom {
    static final String MEDIA_TYPE = "application/vnd.cyclonedx+json";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String JDK_LICENCE = "GPL-2.0-only WITH Classpath-exception-2.0";

    private Sbom() {}

    /** {@return where the build writes what the module consists of} */
    static Path file(Project project, Service service) {
        return project.target(service).resolve("bom.json");
    }

    /** {@return what the build says of the module} */
    static ObjectNode ofModule(Project project, Service service) throws IOException {
        var file = file(project, service);
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + " is not there: ./mvnw -Prelease package makes it");
        }
        var bom = JSON.readTree(file.toFile()).<ObjectNode>require();
        bom.path("components").forEach(Licences::normalize);
        return bom;
    }

    /**
     * {@return what is in an image}
     *
     * @param beside what it has of this machine or of a base image
     */
    static ObjectNode ofImage(
            Project project, Service service, String repository, Descriptor image, List<ObjectNode> beside)
            throws IOException {
        var bom = withOwn(
                project,
                service,
                Stream.concat(Stream.of(java()), beside.stream()).toList());
        subject(bom, "container", repository, image.digest())
                .put(
                        "purl",
                        "pkg:oci/" + service.module() + "@" + image.digest().replace(":", "%3A") + "?repository_url="
                                + repository)
                .put("description", "the image of the " + service.module() + " " + project.version());
        return bom;
    }

    /**
     * {@return what is in a file that people download}
     *
     * @param runtime whether it has its own Java
     */
    static ObjectNode ofDownload(Project project, Path file, boolean runtime) throws IOException {
        var bom = withOwn(project, Service.CLI, runtime ? List.of(java()) : List.of());
        var digest = Content.digest(file);
        subject(bom, "file", file.getFileName().toString(), digest)
                .putArray("hashes")
                .addObject()
                .put("alg", "SHA-256")
                .put("content", digest.substring("sha256:".length()));
        return bom;
    }

    private static ObjectNode withOwn(Project project, Service service, List<ObjectNode> beside) throws IOException {
        var bom = ofModule(project, service);
        checkNothingIsMissing(project, service, bom);
        var own = bom.withObject("/metadata").path("component").<ObjectNode>deepCopy();
        own.set("licenses", Licences.of("Apache-2.0"));
        var components = bom.withArray("components");
        components.add(own);
        beside.forEach(components::add);
        return bom;
    }

    private static ObjectNode subject(ObjectNode bom, String type, String name, String version) {
        return bom.withObject("/metadata")
                .putObject("component")
                .put("type", type)
                .put("name", name)
                .put("version", version);
    }

    /** Every jar in the image is one that Maven told of, by its content; the service's own is told of above. */
    private static void checkNothingIsMissing(Project project, Service service, ObjectNode bom) throws IOException {
        var told = new HashSet<String>();
        for (var component : bom.path("components")) {
            for (var hash : component.path("hashes")) {
                if (hash.path("alg").asText().equals("SHA-256")) {
                    told.add("sha256:" + hash.path("content").asText());
                }
            }
        }
        for (var jar : Application.jars(project, service)) {
            if (!jar.equals(project.jar(service)) && !told.contains(Content.digest(jar))) {
                throw new IOException(
                        "the image of the " + service.module() + " has " + jar.getFileName()
                                + ", of which its bill of materials does not know: build both anew, by ./mvnw -Prelease package");
            }
        }
    }

    private static ObjectNode java() throws IOException {
        var release = new Properties();
        try (var in = Files.newInputStream(Path.of(System.getProperty("java.home"), "release"))) {
            release.load(in);
        }
        var version = release.getProperty("JAVA_RUNTIME_VERSION", "").replace("\"", "");
        var component = component("openjdk", version, JDK_LICENCE);
        component.put("publisher", release.getProperty("IMPLEMENTOR", "").replace("\"", ""));
        component.put("description", "the Java runtime that is linked from it");
        return component;
    }

    /** {@return a part that Maven does not know} */
    static ObjectNode component(String name, String version, String licence) {
        var component = JsonNodeFactory.instance
                .objectNode()
                .put("type", "library")
                .put("name", name)
                .put("version", version)
                .put("purl", "pkg:generic/" + name + "@" + version.replace("+", "%2B"));
        component.set("licenses", Licences.of(licence));
        return component;
    }

    /** {@return the image that ours stands on} */
    static ObjectNode base(String reference) {
        var at = reference.indexOf('@');
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", "container")
                .put("name", reference.substring(0, at))
                .put("version", reference.substring(at + 1))
                .put("description", "what the image stands on; it has a bill of materials of its own");
    }

    static byte[] bytes(JsonNode json) throws IOException {
        return (JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
