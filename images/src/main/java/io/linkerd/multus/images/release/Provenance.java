// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.images.oci.Content;
import io.linkerd.multus.images.oci.Descriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * From what an image was made, how, and by whom: SLSA's provenance 1.0 as an in-toto statement. It is not signed; a workflow's
 * attestation is. It has no time, so that the same release says the same.
 *
 * @param sources the working copy
 * @param options what was asked for
 * @param environment where a workflow tells who it is
 */
record Provenance(WorkingCopy sources, ReleaseOptions options, Map<String, String> environment) {
    static final String MEDIA_TYPE = "application/vnd.in-toto+json";

    /** Who runs the script himself has no name that others could check. */
    private static final String BY_HAND = "urn:linkerd-multus:release:by-hand";

    private static final String BUILD_TYPE = "urn:linkerd-multus:release:v1";

    /** {@return what is said of an image for that architecture} */
    ObjectNode of(String repository, Descriptor image, String architecture) throws IOException {
        var statement = JsonNodeFactory.instance.objectNode().put("_type", "https://in-toto.io/Statement/v1");
        var subject = statement.putArray("subject").addObject().put("name", repository);
        digest(subject, image.digest());
        statement.put("predicateType", "https://slsa.dev/provenance/v1");
        var definition = statement.putObject("predicate").putObject("buildDefinition");
        definition.put("buildType", BUILD_TYPE);
        definition
                .putObject("externalParameters")
                .put("version", options.version())
                .put("registry", options.registry())
                .put("base", options.base());
        definition
                .putObject("internalParameters")
                .put("architecture", architecture)
                .put("uncommittedChanges", sources.dirty());
        dependencies(definition.putArray("resolvedDependencies"));
        var details = statement.withObject("/predicate/runDetails");
        details.putObject("builder").put("id", builder());
        run().ifPresent(id -> details.putObject("metadata").put("invocationId", id));
        return statement;
    }

    private void dependencies(ArrayNode dependencies) throws IOException {
        var source = dependencies.addObject();
        variable("GITHUB_REPOSITORY").ifPresent(repository -> source.put("uri", "git+" + server() + "/" + repository));
        source.put("name", "source").putObject("digest").put("gitCommit", sources.commit());
        var jdk = Path.of(System.getProperty("java.home"), "release");
        digest(dependencies.addObject().put("name", "the file \"release\" of the JDK"), Content.digest(jdk));
        var base = options.base();
        var at = base.indexOf('@');
        if (at > 0) {
            digest(dependencies.addObject().put("uri", "pkg:docker/" + base.substring(0, at)), base.substring(at + 1));
        }
    }

    private static void digest(ObjectNode described, String digest) {
        described.putObject("digest").put("sha256", digest.substring("sha256:".length()));
    }

    private String builder() {
        return variable("GITHUB_WORKFLOW_REF")
                .map(workflow -> server() + "/" + workflow)
                .orElse(BY_HAND);
    }

    private Optional<String> run() {
        return variable("GITHUB_RUN_ID")
                .map(run -> server() + "/" + variable("GITHUB_REPOSITORY").orElse("") + "/actions/runs/" + run);
    }

    private String server() {
        return variable("GITHUB_SERVER_URL").orElse("https://github.com");
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name));
    }
}
