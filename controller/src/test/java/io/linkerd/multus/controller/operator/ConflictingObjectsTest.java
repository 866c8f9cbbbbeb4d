// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConflictingObjectsTest {
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
        return trouble(keepers, isBegun, false);
    }

    private static Trouble trouble(Map<ObjectKey, Keeper> keepers, boolean isBegun, boolean adopts) {
        return new ConflictingObjects(keepers, "mesh", isBegun, adopts)
                .trouble()
                .orElseThrow();
    }

    @Test
    void tellsLinkerdsCniChartFromAnotherRelease() {
        assertThat(new ConflictingObjects(Map.of(), "mesh", false, false).trouble())
                .isEmpty();
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
        assertThat(trouble(Map.of(LINKERDS, clients("kubectl"), OURS, helms("mesh", "mesh")), true))
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
                .isEqualTo(
                        "left untouched: ClusterRole a, ClusterRole b, ClusterRole c and 2 more are of Helm's release"
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
        var controller = ConflictingObjects.controller("mesh", "linkerd-multus");

        assertThat(trouble(Map.of(controller, helms("linkerd-multus", "mesh")), false))
                .satisfies(trouble -> {
                    assertThat(trouble.reason()).isEqualTo("NotOurs");
                    assertThat(trouble.message())
                            .contains(
                                    "Deployment mesh/linkerd-multus-controller is of Helm's release",
                                    "helm upgrade with its values, -f, and --set controller.enabled=false");
                });
    }

    /** Helm's uninstall and upgrade go by the names in its record, whoever has the objects by now. */
    @Test
    void whatIsBegunIsNeitherDeletedNorUninstalledNorUpgraded() {
        var controller = ConflictingObjects.controller("mesh", "linkerd-multus");

        for (var adopts : List.of(true, false)) {
            assertThat(trouble(Map.of(controller, helms("linkerd-multus", "mesh")), true, adopts)
                            .message())
                    .contains(
                            "kubectl delete deployment linkerd-multus-controller --namespace mesh",
                            "neither helm uninstall nor")
                    .doesNotContain("delete the LinkerdMultus", "helm uninstall linkerd-multus", "--set");
            assertThat(trouble(Map.of(OURS, helms("linkerd-multus", "mesh")), true, adopts)
                            .message())
                    .contains("delete these objects alone")
                    .doesNotContain("delete the LinkerdMultus", "helm ");
        }
        assertThat(trouble(Map.of(controller, helms("linkerd-multus", "mesh")), false, true)
                        .message())
                .as("to be taken over in place")
                .doesNotContain("helm uninstall");
    }

    /** Its accounts, rights and configurations were taken, and its installer and controller stayed where they were. */
    @Test
    void aReleaseOfAnotherNamespaceIsNotTakenOver() {
        assertThat(ConflictingObjects.isOutOfReach(OURS, helms("linkerd-multus", "other"), "mesh"))
                .isTrue();
        assertThat(ConflictingObjects.isOutOfReach(OURS, helms("linkerd-multus", "mesh"), "mesh"))
                .isFalse();
        assertThat(ConflictingObjects.isOutOfReach(OURS, clients("kubectl"), "mesh"))
                .isFalse();
        assertThat(ConflictingObjects.isOutOfReach(LINKERDS, helms("linkerd2-cni", "linkerd-cni"), "mesh"))
                .as("spec.adopt takes Linkerd's chart over wherever it is")
                .isFalse();
        for (var adopts : List.of(true, false)) {
            assertThat(trouble(Map.of(OURS, helms("linkerd-multus", "other")), false, adopts)
                            .message())
                    .contains("helm uninstall linkerd-multus --namespace other", "spec.adopt reaches no other")
                    .doesNotContain("have them taken over");
        }
    }

    @Test
    void namesTheClientsWhereHelmMadeNothing() {
        assertThat(trouble(Map.of(OURS, clients("kubectl-create", "argocd", "kubectl-create")), false)
                        .message())
                .contains("is of the client kubectl-create and argocd; ", "or delete them; or");
        assertThat(trouble(Map.of(OURS, clients()), false).message()).contains("is of another client");
    }
}
