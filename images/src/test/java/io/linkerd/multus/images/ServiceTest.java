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

    @ParameterizedTest
    @EnumSource(Service.class)
    void isRootOnlyWhereItWritesToTheNode(Service service) {
        assertThat(service.user())
                .isEqualTo(Set.of(Service.INSTALLER, Service.MULTUS).contains(service) ? "0:0" : "65532:0");
    }
}
