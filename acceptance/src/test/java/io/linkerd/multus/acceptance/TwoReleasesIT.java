// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.Release;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Two releases in one cluster, which is a mistake, or a change of the release's name: they never fight, and say what is wrong. */
@WithMesh
@Order(8)
class TwoReleasesIT {
    private static final String OTHER = "another";
    private static final String NAMESPACE = "both";
    private static final String MANAGER = "linkerd-multus-controller";

    /** {@code -Dwaiting=PT5M} looks on for longer. */
    private static final Duration LONG =
            Duration.parse(System.getProperty("waiting", Duration.ofSeconds(20).toString()));

    private final Mesh mesh;

    TwoReleasesIT(Mesh mesh) {
        this.mesh = mesh;
    }

    @AfterEach
    void removeTheOther() throws Exception {
        mesh.cluster()
                .kubectl()
                .helm("uninstall", OTHER, "--namespace", OTHER, "--wait", "--timeout", "3m", "--ignore-not-found");
        mesh.kubectl("delete", "namespace", OTHER, "--ignore-not-found", "--timeout=2m");
        mesh.release().install();
    }

    @Test
    void neverWriteTheSameObjectAndTheOtherTakesOverWhenOneGoes() throws Exception {
        mesh.namespace(NAMESPACE, Mesh.OPTED_IN);
        mesh.deploy(NAMESPACE, "first", 1, Map.of());

        beginTheOther();
        mesh.untilHas(
                "an Event says that another release keeps the attachment",
                () -> mesh.events(NAMESPACE, "NetworkAttachmentOfOtherRelease"),
                told -> told.stream().anyMatch(message -> message.contains("\"" + Release.NAME + "\"")));
        mesh.untilHas(
                "the other's installers say whose the nodes are",
                () -> mesh.probe("/readyz", OTHER, "installer"),
                answers -> answers.size() == mesh.cluster().nodes().size()
                        && answers.stream().allMatch(answer -> answer.contains(Release.NAME + "/" + Release.NAME)));
        var before = versions();

        await().during(LONG).atMost(LONG.multipliedBy(2)).until(() -> versions().equals(before));
        assertThat(written())
                .allSatisfy(object -> assertThat(writers(object)).containsExactly(MANAGER + "-" + Release.NAME));
        mesh.deploy(NAMESPACE, "second", 1, Map.of());

        mesh.release().uninstall();
        mesh.untilHas(
                "the other has taken over",
                this::written,
                objects -> objects.size() == before.size()
                        && objects.stream().allMatch(object -> writers(object).equals(List.of(MANAGER + "-" + OTHER))));
        mesh.untilHas(
                "its installers are ready",
                () -> mesh.probe("/readyz", OTHER, "installer"),
                answers -> answers.stream().allMatch(answer -> answer.contains(" 200 ")));
        mesh.deploy(NAMESPACE, "third", 1, Map.of());
    }

    private void beginTheOther() throws Exception {
        mesh.cluster()
                .kubectl()
                .helm(
                        "install",
                        OTHER,
                        mesh.release().chart().toString(),
                        "--namespace",
                        OTHER,
                        "--create-namespace",
                        "--values",
                        mesh.release().values().toString());
    }

    /** What controllers write beside Events and Leases. */
    private List<JsonNode> written() throws Exception {
        return Stream.concat(
                        mesh.objects().list("network-attachment-definitions", "*").stream(),
                        mesh.objects().list("rolebindings", "linkerd").stream())
                .filter(object -> !writers(object).isEmpty())
                .toList();
    }

    private Map<String, String> versions() throws Exception {
        var versions = new TreeMap<String, String>();
        for (var object : written()) {
            versions.put(
                    object.path("kind").asText() + " "
                            + object.at("/metadata/namespace").asText(),
                    object.at("/metadata/resourceVersion").asText());
        }
        return versions;
    }

    private static List<String> writers(JsonNode object) {
        return object.at("/metadata/managedFields").findValuesAsText("manager").stream()
                .filter(manager -> manager.startsWith(MANAGER))
                .distinct()
                .toList();
    }
}
