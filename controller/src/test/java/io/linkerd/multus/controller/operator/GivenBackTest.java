// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Deleting a LinkerdMultus must not have the garbage collector take a Helm release's rights. */
class GivenBackTest {
    private static final OperandMark MARK =
            new OperandMark(Map.of("app.kubernetes.io/managed-by", "linkerd-multus"), "ours");
    private static final ObjectKey ROLE = new ObjectKey(OperandKind.named("ClusterRole"), "", "a");
    private static final ObjectKey INSTALLER = new ObjectKey(OperandKind.named("DaemonSet"), "b", "a");

    private static HasMetadata ours(String owner) {
        return object("linkerd-multus", owner);
    }

    private static HasMetadata helms(String owner) {
        var object = object("Helm", owner);
        object.getMetadata().setAnnotations(Map.of("meta.helm.sh/release-name", "a"));
        return object;
    }

    private static HasMetadata object(String manager, String owner) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .addToLabels("app.kubernetes.io/managed-by", manager)
                .addNewOwnerReference()
                .withUid(owner)
                .endOwnerReference()
                .addNewManagedField()
                .withManager("ours")
                .endManagedField()
                .endMetadata()
                .build();
    }

    /** Helm's upgrade writes labels and annotations, and leaves owners as they are. */
    @Test
    void whatHelmHasTakenBackIsOwnedNoMore() {
        assertThat(MARK.isOurs(helms("u"))).as("whose fields we wrote before").isFalse();
        assertThat(GivenBack.of(Map.of(ROLE, helms("u")), MARK, "u")).containsExactly(ROLE);
        assertThat(GivenBack.of(Map.of(ROLE, helms("another")), MARK, "u")).isEmpty();
        assertThat(GivenBack.without(helms("u"), "u")).isEmpty();
        assertThat(GivenBack.without(helms("another"), "u")).hasSize(1);
    }

    /** An adoption that had come no further than accounts and rights. */
    @Test
    void whatAReleasesInstallerStandsOnIsOwnedNoMore() {
        assertThat(GivenBack.of(Map.of(ROLE, ours("u"), INSTALLER, helms("another")), MARK, "u"))
                .containsExactly(ROLE);
        assertThat(GivenBack.of(Map.of(ROLE, ours("u"), INSTALLER, ours("u")), MARK, "u"))
                .as("goes with the object")
                .isEmpty();
        assertThat(GivenBack.of(Map.of(ROLE, ours("u")), MARK, "u")).isEmpty();
    }
}
