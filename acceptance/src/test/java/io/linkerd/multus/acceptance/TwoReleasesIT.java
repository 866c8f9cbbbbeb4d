// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.ClusterObjects;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.nightly.Nightly;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two releases in one cluster, which is a mistake, or a change of the release's name: they never fight, and say what is wrong. */
@WithMesh
class TwoReleasesIT {
    private static final String ATTACHMENTS = "network-attachment-definitions";
    private static final String MANAGER = "linkerd-multus-controller";

    private final Mesh mesh;
    private final String another;
    private final String namespace;
    private final Release other;

    TwoReleasesIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("both");
        this.another = mesh.unique("another");
        this.other = mesh.release().named(another);
    }

    @AfterEach
    void removeTheOther() throws Exception {
        other.uninstall();
    }

    @Test
    @Nightly.Releases
    void theSecondLeavesWhatTheFirstMadeAndSaysWhose() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        mesh.untilHas(
                "the first has attached the namespace",
                () -> mesh.objects().find(ATTACHMENTS, namespace, "linkerd-cni"),
                Optional::isPresent);

        begin();

        assertThat(writers(ATTACHMENTS, ClusterObjects.EVERYWHERE))
                .isNotEmpty()
                .allSatisfy((_, managers) -> assertThat(managers).isEqualTo(by(Release.NAME)));
    }

    @Test
    @Nightly.Releases
    void neverWriteTheSameObjectAndTheOtherTakesOverWhenOneGoes() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        mesh.deploy(namespace, "first", 1, Map.of());

        begin();
        mesh.untilHas(
                "each binds the control plane by its own name",
                () -> writers("rolebindings", "linkerd"),
                bindings -> bindings.equals(Map.of(
                        "linkerd/" + Release.NAME + "-scc",
                        by(Release.NAME),
                        "linkerd/" + Release.NAME + "-policy-lease",
                        by(Release.NAME),
                        "linkerd/" + another + "-scc",
                        by(another),
                        "linkerd/" + another + "-policy-lease",
                        by(another))));
        mesh.awaitTidy();
        var before = versions();
        assertThat(before).hasSizeGreaterThan(3);

        Lasting.holds("nobody writes", Duration.ofSeconds(20), () -> versions().equals(before));
        assertThat(writers(ATTACHMENTS, ClusterObjects.EVERYWHERE))
                .isNotEmpty()
                .allSatisfy((_, managers) -> assertThat(managers).isEqualTo(by(Release.NAME)));
        mesh.deploy(namespace, "second", 1, Map.of());

        mesh.release().uninstall();
        mesh.untilHas(
                "the other keeps the attachments",
                () -> writers(ATTACHMENTS, ClusterObjects.EVERYWHERE),
                attachments -> attachments.size() > 1
                        && attachments.values().stream().allMatch(managers -> managers.equals(by(another))));
        mesh.untilHas(
                "the first one's bindings have gone",
                () -> writers("rolebindings", "linkerd"),
                bindings -> bindings.equals(Map.of(
                        "linkerd/" + another + "-scc",
                        by(another),
                        "linkerd/" + another + "-policy-lease",
                        by(another))));
        mesh.untilHas(
                "its installers are ready",
                () -> mesh.probe("/readyz", another, "installer"),
                answers -> answers.stream().allMatch(answer -> answer.contains(" 200 ")));
        mesh.deploy(namespace, "third", 1, Map.of());
    }

    /** Installs the other release beside the first, and waits until both controller and installers say whose the objects are. */
    private void begin() throws Exception {
        mesh.namespace(another, Map.of());
        other.begin();
        mesh.untilHas(
                "an Event says that another release keeps the attachment",
                () -> mesh.events(namespace, "NetworkAttachmentOfOtherRelease"),
                told -> told.stream().anyMatch(message -> message.contains("\"" + Release.NAME + "\"")));
        mesh.untilHas(
                "the other's installers say whose the nodes are",
                () -> mesh.probe("/readyz", another, "installer"),
                answers -> answers.size() == mesh.cluster().nodes().size()
                        && answers.stream().allMatch(answer -> answer.contains(Release.NAME + "/" + Release.NAME)));
    }

    /** Who of our controllers has written each object of a kind that any of them has written. */
    private Map<String, List<String>> writers(String kind, String namespace) throws Exception {
        var writers = new TreeMap<String, List<String>>();
        for (var object : mesh.objects().list(kind, namespace)) {
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
            for (var object : mesh.objects().list(kind, ClusterObjects.EVERYWHERE)) {
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
