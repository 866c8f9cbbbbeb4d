// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CniConfigTest {

    @Test
    void changesOnlyTheKubeconfigAndWhatIsAbsent() {
        var text = """
                {"name":"linkerd-cni",  "type":"linkerd-cni","log_level":"info",
                 "kubernetes":{"kubeconfig":"__KUBECONFIG_FILEPATH__"}, "x":1.50e2,"Ü":"\\u00fc\\"" }
                """;
        var config = ((CniConfigReading.Valid) CniConfig.read(text)).config();
        assertThat(config.text()).isEqualTo(text);
        assertThat(config.forAttachment("/etc/a b\"c")).isEqualTo("""
                {"name":"linkerd-cni",  "type":"linkerd-cni","log_level":"info",
                 "kubernetes":{"kubeconfig":"/etc/a b\\"c"}, "x":1.50e2,"Ü":"\\u00fc\\"","cniVersion":"0.3.0" }
                """);
    }
}
