// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.linkerd.multus.contracts.plans.ObjectMarks;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnedMetadataTest {
    private static final Owner RELEASE = new Owner.Release("mesh-owner", "r");

    @Test
    void readsWhatTellsWhoseAnObjectIs() {
        var object = object();
        object.getMetadata().setLabels(Map.of("app", "x"));
        object.getMetadata().setOwnerReferences(OwnedMetadata.references(RELEASE));

        assertThat(OwnedMetadata.marks(object))
                .isEqualTo(new ObjectMarks(
                        new Seen.Sight("u", "7"),
                        Map.of("app", "x"),
                        List.of(new ObjectMarks.Reference("mesh-owner", "r"))));
    }

    @Test
    void anObjectWithoutLabelsAndOwnersHasNone() {
        assertThat(OwnedMetadata.marks(object()))
                .isEqualTo(new ObjectMarks(new Seen.Sight("u", "7"), Map.of(), List.of()));
    }

    @Test
    void onlyAReleaseThatIsThereIsReferredTo() {
        assertThat(OwnedMetadata.references(RELEASE)).singleElement().satisfies(reference -> {
            assertThat(reference.getApiVersion()).isEqualTo("rbac.authorization.k8s.io/v1");
            assertThat(reference.getKind()).isEqualTo("ClusterRole");
            assertThat(reference.getName()).isEqualTo("mesh-owner");
            assertThat(reference.getUid()).isEqualTo("r");
        });
        assertThat(OwnedMetadata.references(new Owner.None())).isEmpty();
        assertThat(OwnedMetadata.references(new Owner.Missing("mesh-owner"))).isEmpty();
    }

    private static ConfigMap object() {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withUid("u")
                .withResourceVersion("7")
                .endMetadata()
                .build();
    }
}
