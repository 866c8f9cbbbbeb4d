// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.linkerd.multus.controller.operator.OperandStatus.Trouble;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OccupiedTest {
    private static final ObjectKey LINKERDS = key("linkerd-cni");
    private static final ObjectKey OURS = key("linkerd-multus-webhook");

    private static ObjectKey key(String name) {
        return new ObjectKey(OperandKind.named("ClusterRole"), "", name);
    }

    private static Keeper helms(String release, String namespace) {
        return Keeper.of(new NamespaceBuilder()
                .withNewMetadata()
                .addToAnnotations("meta.helm.sh/release-name", release)
                .addToAnnotations("meta.helm.sh/release-namespace", namespace)
                .endMetadata()
                .build());
    }

    private static Keeper clients(String... managers) {
        return Keeper.of(new NamespaceBuilder()
                .withNewMetadata()
                .withManagedFields(Stream.of(managers)
                        .map(manager -> new ManagedFieldsEntryBuilder()
                                .withManager(manager)
                                .build())
                        .toList())
                .endMetadata()
                .build());
    }

    private static Trouble trouble(Map<ObjectKey, Keeper> keepers, boolean isBegun) {
        return new Occupied(keepers, isBegun).trouble().orElseThrow();
    }

    @Test
    void tellsLinkerdsCniChartFromAnotherRelease() {
        assertThat(new Occupied(Map.of(), false).trouble()).isEmpty();
        assertThat(trouble(Map.of(LINKERDS, helms("linkerd2-cni", "linkerd-cni")), true))
                .satisfies(trouble -> {
                    assertThat(trouble.reason()).isEqualTo("CniChartThere");
                    assertThat(trouble.message())
                            .contains(
                                    "ClusterRole linkerd-cni is of Helm's release linkerd2-cni in namespace linkerd-cni",
                                    "spec.linkerd.cniChart: Use");
                });
    }

    /** That one does the controller's duties, whatever else is there. */
    @Test
    void anotherReleaseIsToldWhereBothAre() {
        assertThat(trouble(Map.of(LINKERDS, clients("kubectl"), OURS, helms("mesh", "a")), true))
                .satisfies(trouble -> {
                    assertThat(trouble.reason()).isEqualTo("NotOurs");
                    assertThat(trouble.message()).contains("linkerd-cni", "linkerd-multus-webhook", "spec.adopt: true");
                });
    }

    /** It said to uninstall "that", and what it said next, while the object was deleted, was to kill the release's pods. */
    @Test
    void besideAHelmReleaseItNamesThatAndTheWayOut() {
        var keepers = new LinkedHashMap<ObjectKey, Keeper>();
        for (var name : List.of("a", "b", "c", "d", "e")) {
            keepers.put(key(name), helms("linkerd-multus", "mesh"));
        }

        assertThat(trouble(keepers, false).message())
                .isEqualTo("left untouched: ClusterRole a, ClusterRole b, ClusterRole c and 2 more are of Helm's release"
                        + " linkerd-multus in namespace mesh; keep them and delete the LinkerdMultus, which goes at once; or uninstall"
                        + " the release (helm uninstall linkerd-multus --namespace mesh); or have them taken over with spec.adopt:"
                        + " true");
        assertThat(trouble(keepers, true).message())
                .as("an operand goes in order")
                .doesNotContain("at once");
    }

    /** With a Lease of its own it goes on beside the operator. */
    @Test
    void aReleaseGivesItsControllerUpBeforeTheRestIsTakenOver() {
        var controller = Occupied.controller("linkerd-multus", "linkerd-multus");

        assertThat(trouble(Map.of(controller, helms("linkerd-multus", "linkerd-multus")), false))
                .satisfies(trouble -> {
                    assertThat(trouble.reason()).isEqualTo("NotOurs");
                    assertThat(trouble.message())
                            .contains(
                                    "Deployment linkerd-multus/linkerd-multus-controller is of Helm's release",
                                    "--set controller.enabled=false");
                });
    }

    @Test
    void namesTheClientsWhereHelmMadeNothing() {
        assertThat(trouble(Map.of(OURS, clients("kubectl-create", "argocd", "kubectl-create")), false)
                        .message())
                .contains("is of the client kubectl-create and argocd; ", "or delete them; or");
        assertThat(trouble(Map.of(OURS, clients()), false).message()).contains("is of another client");
    }
}
