// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServiceTest {
    @Test
    void isNamedAsItsModule() {
        assertThat(Service.WEBHOOK.mainClass()).isEqualTo("io.linkerd.multus.webhook.WebhookApplication");
        assertThat(Service.MULTUS.mainClass()).isEqualTo("io.linkerd.multus.daemon.MultusApplication");
        assertThat(Service.WEBHOOK.reference("0.1.0")).isEqualTo("localhost/linkerd-multus/webhook:0.1.0");
    }

    /** The command line runs for moments, where people are: nothing in a cluster starts it. */
    @Test
    void theCommandLineIsNoPartOfARelease() {
        assertThat(Service.lasting()).doesNotContain(Service.CLI).hasSize(Service.values().length - 1);
        assertThat(Service.byDefault()).isSubsetOf(Service.lasting());
        assertThat(Service.CLI.mainClass()).isEqualTo("io.linkerd.multus.cli.Main");
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void isRootOnlyWhereItWritesToTheNode(Service service) {
        assertThat(service.user())
                .isEqualTo(Set.of(Service.INSTALLER, Service.MULTUS).contains(service) ? "0:0" : "65532:0");
    }
}
