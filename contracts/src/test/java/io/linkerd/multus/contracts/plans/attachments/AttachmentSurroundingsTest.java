// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.plans.ExcludedNamespaces;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AttachmentSurroundingsTest {
    private static final Seen<String> OWN = new Seen.Own<>(new Seen.Sight("u", "1"), Optional.of("{}"), true);

    @Test
    void tellWhatIsToldOfANamespace() {
        var seen = around(AttachmentScope.PER_NAMESPACE, Map.of(), Map.of("shop", OWN));

        var observed = seen.observe(facts("shop", "enabled"), new PodUse.NotLooked());

        assertThat(observed.provision()).isEqualTo(new AttachmentProvision.Own());
        assertThat(observed.attachment()).isEqualTo(OWN);
        assertThat(observed.controlPlane()).isFalse();
        assertThat(seen.observe(facts("mesh", ""), new PodUse.NotLooked()).controlPlane())
                .isTrue();
        assertThat(seen.observe(facts("openshift-dns", "enabled"), new PodUse.NotLooked())
                        .excluded())
                .isTrue();
    }

    @Test
    void tellHowTheSharedOneIs() {
        var scope = new AttachmentScope(true, "open");
        var open = facts("open", "");

        assertThat(state(around(scope, Map.of(), Map.of()))).contains(AttachmentProvision.State.NAMESPACE_MISSING);
        assertThat(state(around(scope, Map.of("open", open), Map.of()))).contains(AttachmentProvision.State.AWAITED);
        assertThat(state(around(scope, Map.of("open", open), Map.of("open", OWN))))
                .contains(AttachmentProvision.State.THERE);
    }

    @Test
    void concernThoseThatAskOrHaveOneOrAreHome() {
        var seen = around(new AttachmentScope(true, "open"), Map.of(), Map.of());

        assertThat(seen.concerned(
                        Stream.of(
                                facts("a", "enabled"),
                                facts("b", ""),
                                facts("c", "Enabled"),
                                facts("open", ""),
                                facts("mesh", "")),
                        Stream.of("b2", "a")))
                .containsExactlyInAnyOrder("a", "c", "open", "mesh", "b2");
    }

    private static Optional<AttachmentProvision.State> state(AttachmentSurroundings seen) {
        return seen.observe(facts("shop", "enabled"), new PodUse.NotLooked()).provision()
                        instanceof AttachmentProvision.SharedIn(var _, var state)
                ? Optional.of(state)
                : Optional.empty();
    }

    private static AttachmentSurroundings around(
            AttachmentScope scope, Map<String, NamespaceFacts> namespaces, Map<String, Seen<String>> attachments) {
        return new AttachmentSurroundings(
                "mesh",
                new ExcludedNamespaces(Set.of("kube-system"), true),
                scope,
                new CniSource.Ready("{}"),
                new Owner.None(),
                name -> Optional.ofNullable(namespaces.get(name)),
                name -> Optional.ofNullable(attachments.get(name)).orElseGet(Seen.Absent::new));
    }

    private static NamespaceFacts facts(String name, String multus) {
        var annotations = multus.isEmpty() ? Map.<String, String>of() : Map.of("linkerd.io/multus", multus);
        return new NamespaceFacts(name, "uid", false, NamespaceMarks.of(annotations, Map.of()));
    }
}
