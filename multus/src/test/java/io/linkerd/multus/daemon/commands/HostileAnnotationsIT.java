// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Annotations by which a tenant would harm more than the own pod. */
class HostileAnnotationsIT extends UsualDaemon {
    /** Else its first network is never given back, and the pod never goes. */
    @ParameterizedTest
    @ValueSource(strings = {"a\\u0000b", "\\ud800", "../../x", "a\\nb"})
    void aPodWhoseInterfaceCannotBeCalledSoIsRefusedAndGoes(String name) {
        daemon.cluster.pod("a", "u-a", "[{\"name\":\"red\",\"interface\":\"" + name + "\"}]");

        assertThat(daemon.ask("ADD", "a").body()).contains("interface name contains");
        assertThat(daemon.plugins.ledger()).isEmpty();
        assertThat(daemon.kept()).isEmpty();
        assertThat(daemon.ask("DEL", "a").status()).isEqualTo(200);
        assertThat(daemon.plugins.calls())
                .as("no plugin is called with that name")
                .noneMatch(call -> call.contains(" red"));
    }
}
