// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.service.files.Content;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What each mode wants of an empty directory. */
class ModeTest {
    private static final String KUBECONFIG = "/etc/cni/kubeconfig";
    private static final CniConfig PLUGIN = read("{\"type\":\"linkerd-cni\"}");
    private static final CniConfig LIST = read("{\"plugins\":[{\"type\":\"linkerd-cni\"}]}");

    @Test
    void theAttachmentCarriesItsConfigurationItself() {
        var mode = new Attached();

        assertThat(mode.label()).isEqualTo("nad");
        assertThat(mode.directory()).isEmpty();
        assertThat(plan(mode, PLUGIN)).isEqualTo(NetworkPlan.NOTHING);
    }

    @Test
    void aFileByItselfIsOfThePluginOrAList() {
        var mode = new StandAlone("/multus", KUBECONFIG);

        assertThat(mode.label()).isEqualTo("file");
        assertThat(mode.directory()).isEqualTo(Optional.of("/multus"));
        assertWrites(mode, PLUGIN, "/multus/linkerd-cni.conf");
        assertWrites(mode, LIST, "/multus/linkerd-cni.conflist");
    }

    @Test
    void theChainOfMultusTakesAPluginAlone() {
        var mode = new Auxiliary("/chain", KUBECONFIG);

        assertThat(mode.label()).isEqualTo("auxiliary");
        assertThat(mode.directory()).isEqualTo(Optional.of("/chain"));
        assertWrites(mode, PLUGIN, "/chain/linkerd-cni.conf");
        assertWaits(mode, LIST, "which no chain can take");
    }

    @Test
    void aListTakesAPluginAlone() {
        var mode = new Chained("/net.d");

        assertThat(mode.label()).isEqualTo("chained");
        assertThat(mode.directory()).isEqualTo(Optional.of("/net.d"));
        assertWaits(mode, LIST, "which no list can have in it");
        assertWaits(mode, PLUGIN, "waiting for a network in /net.d");
    }

    private static void assertWrites(Mode mode, CniConfig configuration, String path) {
        assertThat(plan(mode, configuration).problems()).isEmpty();
        assertThat(plan(mode, configuration).own())
                .containsExactly(Map.entry(path, new Content.Text(configuration.forAttachment(KUBECONFIG))));
    }

    private static void assertWaits(Mode mode, CniConfig configuration, String told) {
        assertThat(plan(mode, configuration).own()).isEmpty();
        assertThat(plan(mode, configuration).problems())
                .singleElement()
                .asString()
                .contains(told);
    }

    private static NetworkPlan plan(Mode mode, CniConfig configuration) {
        return mode.plan(NetworkDirectory.empty(mode.directory().orElse("")), configuration, Set.of(), Set.of());
    }

    private static CniConfig read(String text) {
        return CniConfig.read(text).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
