// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.node.journal.EntryOwner;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppliedManifestsTest {
    private static final EntryOwner OWNER = new EntryOwner("cni-node");
    private static final EntryOwner OTHER = new EntryOwner("other");
    private static final ObjectName ROLE = new ObjectName("rbac.authorization.k8s.io/v1", "ClusterRole", "", "r");
    private static final ObjectName ACCOUNT = new ObjectName("v1", "ServiceAccount", "", "a");

    @Test
    void remembersEachObjectOnceThatAManifestEverHad() {
        var applied = AppliedManifests.NONE
                .with(OWNER, manifest("m.yaml", ROLE))
                .with(OWNER, List.of(manifest("n.yaml", ACCOUNT), manifest("m.yaml", ACCOUNT, ROLE)));

        assertThat(applied.names(OWNER)).containsExactly("m.yaml", "n.yaml");
        assertThat(applied.objects(OWNER, "m.yaml")).contains(List.of(ROLE, ACCOUNT));
        assertThat(applied.objects(OWNER, "n.yaml")).contains(List.of(ACCOUNT));
    }

    @Test
    void keepsOwnersApart() {
        var applied =
                AppliedManifests.NONE.with(OWNER, manifest("m.yaml", ROLE)).with(OTHER, manifest("m.yaml", ACCOUNT));

        assertThat(applied.objects(OTHER, "m.yaml")).contains(List.of(ACCOUNT));
        assertThat(applied.without(OWNER, "m.yaml").names(OWNER)).isEmpty();
        assertThat(applied.without(OWNER, "m.yaml").names(OTHER)).containsExactly("m.yaml");
        assertThat(applied.without(OWNER, "n.yaml")).isEqualTo(applied);
        assertThat(applied.objects(OWNER, "n.yaml")).isEmpty();
    }

    /** An object is the same in every version of its API, and in the namespace of the pod where its manifest says none. */
    @ParameterizedTest
    @CsvSource({
        "v1, ServiceAccount, '', a, false",
        "v1, ServiceAccount, home, a, false",
        "v1, ServiceAccount, away, a, true",
        "v1, ServiceAccount, '', b, true",
        "v1, Secret, '', a, true",
        "example.com/v1, ServiceAccount, '', a, true",
        "rbac.authorization.k8s.io/v1beta1, ClusterRole, '', r, false",
        "authorization.k8s.io/v1, ClusterRole, '', r, true",
    })
    void knowsAnObjectOfOneOfItsManifests(String version, String kind, String namespace, String name, boolean strange) {
        var object = new ObjectName(version, kind, namespace, name);
        var applied =
                AppliedManifests.NONE.with(OWNER, manifest("m.yaml", ROLE)).with(OTHER, manifest("n.yaml", ACCOUNT));

        assertThat(applied.strangers(List.of(object), "home")).isEqualTo(strange ? List.of(object) : List.of());
    }

    @ParameterizedTest
    @CsvSource({"v1, /api/v1", "apps/v1, /apis/apps/v1"})
    void anApiBeginsWhereItsServerHasIt(String version, String root) {
        assertThat(new ObjectName(version, "Kind", "", "a").root()).isEqualTo(root);
    }

    @Test
    void anObjectIsShownWithItsNamespace() {
        assertThat(ROLE).hasToString("ClusterRole r");
        assertThat(new ObjectName("v1", "Secret", "ns", "s")).hasToString("Secret ns/s");
    }

    private static Manifest manifest(String name, ObjectName... objects) {
        return new Manifest(
                name,
                Stream.of(objects)
                        .map(object -> new ManifestObject(object, "{}"))
                        .toList());
    }
}
