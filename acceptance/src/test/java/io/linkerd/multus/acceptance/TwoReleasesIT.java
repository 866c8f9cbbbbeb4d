// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.Release;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Two releases in one cluster, which is a mistake, or a change of the release's name: they never fight, and say what is wrong. */
@WithMesh
@Order(8)
class TwoReleasesIT {
    private static final String OTHER = "another";
    private static final String NAMESPACE = "both";
    private static final String ATTACHMENTS = "network-attachment-definitions";
    private static final String MANAGER = "linkerd-multus-controller";

    private final Mesh mesh;
    private final Release other;

    TwoReleasesIT(Mesh mesh) {
        this.mesh = mesh;
        this.other = mesh.release().named(OTHER);
    }

    @AfterEach
    void removeTheOther() throws Exception {
        other.uninstall();
        mesh.kubectl("delete", "namespace", OTHER, "--ignore-not-found", "--timeout=2m");
        mesh.release().install();
    }

    @Test
    void neverWriteTheSameObjectAndTheOtherTakesOverWhenOneGoes() throws Exception {
        mesh.namespace(NAMESPACE, Mesh.OPTED_IN);
        mesh.deploy(NAMESPACE, "first", 1, Map.of());

        other.begin();
        mesh.untilHas(
                "an Event says that another release keeps the attachment",
                () -> mesh.events(NAMESPACE, "NetworkAttachmentOfOtherRelease"),
                told -> told.stream().anyMatch(message -> message.contains("\"" + Release.NAME + "\"")));
        mesh.untilHas(
                "the other's installers say whose the nodes are",
                () -> mesh.probe("/readyz", OTHER, "installer"),
                answers -> answers.size() == mesh.cluster().nodes().size()
                        && answers.stream().allMatch(answer -> answer.contains(Release.NAME + "/" + Release.NAME)));
        mesh.untilHas(
                "each binds the control plane by its own name",
                () -> writers("rolebindings", "linkerd"),
                bindings -> bindings.equals(Map.of(
                        "linkerd/" + Release.NAME + "-scc", by(Release.NAME), "linkerd/" + OTHER + "-scc", by(OTHER))));
        var before = versions();
        assertThat(before).hasSizeGreaterThan(3);

        Lasting.holds("nobody writes", Duration.ofSeconds(20), () -> versions().equals(before));
        assertThat(writers(ATTACHMENTS, "*"))
                .isNotEmpty()
                .allSatisfy((_, managers) -> assertThat(managers).isEqualTo(by(Release.NAME)));
        mesh.deploy(NAMESPACE, "second", 1, Map.of());

        mesh.release().uninstall();
        mesh.untilHas(
                "the other keeps the attachments",
                () -> writers(ATTACHMENTS, "*"),
                attachments -> attachments.size() > 1
                        && attachments.values().stream().allMatch(managers -> managers.equals(by(OTHER))));
        mesh.untilHas(
                "the first one's binding has gone",
                () -> writers("rolebindings", "linkerd"),
                bindings -> bindings.equals(Map.of("linkerd/" + OTHER + "-scc", by(OTHER))));
        mesh.untilHas(
                "its installers are ready",
                () -> mesh.probe("/readyz", OTHER, "installer"),
                answers -> answers.stream().allMatch(answer -> answer.contains(" 200 ")));
        mesh.deploy(NAMESPACE, "third", 1, Map.of());
    }

    /** Who of our controllers has written each object of a kind that any of them has written. */
    private Map<String, List<String>> writers(String kind, String namespace) throws Exception {
        var writers = new TreeMap<String, List<String>>();
        for (var object : mesh.objects().list(kind, namespace, "--show-managed-fields")) {
            var managers = object.at("/metadata/managedFields").findValuesAsText("manager").stream()
                    .filter(manager -> manager.startsWith(MANAGER))
                    .distinct()
                    .toList();
            if (!managers.isEmpty()) {
                writers.put(name(object), managers);
            }
        }
        return writers;
    }

    private Map<String, String> versions() throws Exception {
        var versions = new TreeMap<String, String>();
        for (var kind : List.of(ATTACHMENTS, "rolebindings")) {
            for (var object : mesh.objects().list(kind, "*")) {
                versions.put(
                        kind + " " + name(object),
                        object.at("/metadata/resourceVersion").asText());
            }
        }
        return versions;
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/namespace").asText() + "/"
                + object.at("/metadata/name").asText();
    }

    private static List<String> by(String release) {
        return List.of(MANAGER + "-" + release);
    }
}
