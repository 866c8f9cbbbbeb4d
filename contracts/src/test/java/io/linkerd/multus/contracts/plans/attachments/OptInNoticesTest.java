// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of namespaces that opted in with a typo nothing was said: their pods stayed out of the mesh, and the controller had nothing to do. */
class OptInNoticesTest {
    @ParameterizedTest
    @ValueSource(strings = {"enabled ", "true", "Enabled"})
    void aTypoInTheOptInOfANamespaceIsAnEvent(String value) {
        var request = request(Map.of("linkerd.io/multus", value), Map.of());

        assertThat(OptInNotices.of(request)).hasValueSatisfying(notice -> {
            assertThat(notice.reason()).isEqualTo("OptInNotUnderstood");
            assertThat(notice.message())
                    .contains(
                            "annotation linkerd.io/multus is \"" + value + "\"",
                            "so pods that say nothing themselves do not take part")
                    .contains("linkerd.io/multus=enabled");
        });
        assertThat(request.isConcerned()).as("looked at after a start").isTrue();
    }

    @Test
    void aLabelInPlaceOfTheAnnotationIsAnEvent() {
        var request = request(Map.of(), Map.of("linkerd.io/multus", "enabled"));

        assertThat(OptInNotices.of(request).map(Notice::message).orElseThrow())
                .contains("label linkerd.io/multus is \"enabled\", and only an annotation of this name counts");
    }

    @Test
    void aLabelThatIsToKeepAnExtensionOutIsAnEvent() {
        var labels = Map.of("linkerd.io/multus", "disabled", "linkerd.io/extension", "viz");

        assertThat(OptInNotices.of(request(Map.of(), labels))
                        .map(Notice::message)
                        .orElseThrow())
                .contains("so pods that say nothing themselves take part");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "enabled", "disabled"})
    void whatIsUnderstoodIsNone(String value) {
        assertThat(OptInNotices.of(request(Map.of("linkerd.io/multus", value), Map.of())))
                .isEmpty();
    }

    /** No annotation changes anything there. */
    @Test
    void neitherTheControlPlanesNamespaceNorOneThatIsExcludedHasAny() {
        var facts = request(Map.of("linkerd.io/multus", "true"), Map.of()).namespace();

        assertThat(OptInNotices.of(new NamespaceRequest(facts, true, false))).isEmpty();
        assertThat(OptInNotices.of(new NamespaceRequest(facts, false, true))).isEmpty();
        assertThat(new NamespaceRequest(facts, false, true).isConcerned()).isFalse();
    }

    private static NamespaceRequest request(Map<String, String> annotations, Map<String, String> labels) {
        return new NamespaceRequest(
                new NamespaceFacts("shop", "u", false, NamespaceMarks.of(annotations, labels)), false, false);
    }
}
