// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AttachmentNoticesTest {
    private static final Map<String, String> LABEL = Map.of("k8s.ovn.org/primary-user-defined-network", "");
    private static final Map<String, String> ASKS = Map.of("linkerd.io/multus", "enabled");
    private static final Seen.Sight SIGHT = new Seen.Sight("a", "7");
    private static final Seen.Own<String> OF_ATTACH_OPERATOR = new Seen.Own<>(SIGHT, Optional.of("{}"), false);

    @Test
    void saysWhetherThePluginIsToldAnythingElseAfterATakeOver() {
        assertThat(AttachmentNotices.takenOver("shop", OF_ATTACH_OPERATOR, write("{}")))
                .hasValueSatisfying(notice -> {
                    assertThat(notice.reason()).isEqualTo("NetworkAttachmentTakenOver");
                    assertThat(notice.subject())
                            .isEqualTo(new Subject(
                                    "k8s.cni.cncf.io/v1", "NetworkAttachmentDefinition", "shop", "linkerd-cni", "a"));
                    assertThat(notice.message()).endsWith("is what it said, byte for byte.");
                });
        assertThat(AttachmentNotices.takenOver("shop", OF_ATTACH_OPERATOR, write("{\"x\":1}")))
                .hasValueSatisfying(notice -> assertThat(notice.message()).contains("has changed to all that"));
    }

    @Test
    void nothingIsTakenOverWhereNothingIsWritten() {
        assertThat(AttachmentNotices.takenOver("shop", OF_ATTACH_OPERATOR, new Change.Keep<>("it is right")))
                .isEmpty();
    }

    /** Its proxies got no identity, since linkerd-identity is on the default network, and nothing said why. */
    @Test
    void aNamespaceOnAPrimaryNetworkOfItsOwnThatAsksIsToldThatProxiesDoNotReachTheControlPlane() {
        var notice =
                AttachmentNotices.primaryNetwork(request(ASKS, LABEL, false)).orElseThrow();

        assertThat(notice.reason()).isEqualTo("PrimaryUserDefinedNetwork");
        assertThat(notice.message())
                .contains("label k8s.ovn.org/primary-user-defined-network", "namespace without this label");
    }

    @Test
    void othersAreNotTold() {
        assertThat(AttachmentNotices.primaryNetwork(request(ASKS, Map.of(), false)))
                .isEmpty();
        assertThat(AttachmentNotices.primaryNetwork(request(Map.of(), LABEL, false)))
                .isEmpty();
        assertThat(AttachmentNotices.primaryNetwork(request(ASKS, LABEL, true))).isEmpty();
    }

    private static Change<String> write(String config) {
        return new Change.Write<>(Optional.of(SIGHT), config, "it differs");
    }

    private static NamespaceRequest request(
            Map<String, String> annotations, Map<String, String> labels, boolean excluded) {
        var namespace = new NamespaceFacts("shop", "u", false, NamespaceMarks.of(annotations, labels));
        return new NamespaceRequest(namespace, false, excluded);
    }
}
