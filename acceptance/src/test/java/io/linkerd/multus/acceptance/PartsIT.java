// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.MeshedPod;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.nightly.Nightly;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever switches a part off, and on again, loses nothing that the parts made. */
@WithMesh
class PartsIT {

    private final Mesh mesh;
    private final String namespace;

    PartsIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("parts");
    }

    @BeforeEach
    void optIn() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
    }

    @Test
    void keepWhatTheyMadeWhileAllAreSwitchedOff() throws Exception {
        keepWhatTheyMade("installer controller webhook");
    }

    @ParameterizedTest
    @ValueSource(strings = {"installer", "controller", "webhook"})
    @Nightly.Releases
    void keepWhatTheyMadeWhileOneIsSwitchedOff(String part) throws Exception {
        keepWhatTheyMade(part);
    }

    private void keepWhatTheyMade(String parts) throws Exception {
        var running = mesh.deploy(namespace, "running", 1, Map.of()).getFirst();
        var before = made();
        assertThat(before).hasSize(4);

        mesh.release().install(switchedOff(parts));
        collected();
        assertThat(made()).isEqualTo(before);
        assertThat(meshed("running").name()).isEqualTo(running.name());

        mesh.release().install();
        assertThat(made()).isEqualTo(before);
        assertThat(meshed("running").name()).isEqualTo(running.name());
        mesh.deploy(namespace, "later", 1, Map.of());
        meshed("later");
    }

    private static String[] switchedOff(String parts) {
        return Stream.of(parts.split(" "))
                .flatMap(part -> Stream.of("--set", part + ".enabled=false"))
                .toArray(String[]::new);
    }

    /** The collector works in the order of what it sees: once an orphan of now is gone, so is what was orphaned before. */
    private void collected() throws Exception {
        mesh.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: owned
                  namespace: %s
                  ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: gone, uid: 00000000-0000-0000-0000-000000000001}]
                """.formatted(namespace));
        mesh.until(
                "garbage is collected",
                () -> mesh.objects().find("configmap", namespace, "owned").isEmpty());
    }

    private MeshedPod meshed(String app) throws Exception {
        var pod = mesh.ready(namespace, app, 1).getFirst();
        assertThat(mesh.redirects(pod)).isTrue();
        return pod;
    }

    /** The objects that were made by the parts, and what makes them what they are. */
    private Map<String, String> made() throws Exception {
        var made = new TreeMap<String, String>();
        for (var object : List.of(
                List.of("network-attachment-definitions", namespace, "linkerd-cni"),
                List.of("rolebindings", "linkerd", Release.NAME + "-scc"),
                List.of("roles", "linkerd", Release.NAME + "-policy-lease"),
                List.of("secrets", Release.NAME, Release.NAME + "-webhook-ca"))) {
            mesh.objects()
                    .find(object.get(0), object.get(1), object.get(2))
                    .ifPresent(found -> made.put(object.get(0), identity(found)));
        }
        return made;
    }

    private static String identity(JsonNode object) {
        return object.at("/metadata/uid").asText()
                + object.path("data")
                + object.path("spec")
                + object.path("subjects")
                + object.path("rules");
    }
}
