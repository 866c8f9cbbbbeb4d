// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.status;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.Notice.Weight;
import io.linkerd.multus.daemon.results.CniResult;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodEventTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '$', textBlock = """
        {"ips":[{"address":"10.1.2.3/24"}]}                             | primary-net | Add eth0 [10.1.2.3/24] from primary-net
        {"ips":[{"address":"10.1.2.3/24"},{"address":"fd00::3/64"}]}    | shop/red    | Add eth0 [10.1.2.3/24 fd00::3/64] from shop/red
        {"interfaces":[{"name":"eth0"}]}                                | $$          | Add eth0 []
        """)
    void tellsOfAnInterfaceInMultusWords(String output, String network, String message) {
        assertThat(PodEvent.addedInterface("eth0", network, result(output)))
                .contains(new PodEvent(Weight.NORMAL, "AddedInterface", message));
    }

    @Test
    void tellsNothingOfAPluginThatMadeNothing() {
        assertThat(PodEvent.addedInterface("net1", "shop/linkerd-cni", result("{\"dns\":{}}")))
                .isEqualTo(Optional.empty());
    }

    @Test
    void tellsOfANetworkThatIsMissing() {
        assertThat(PodEvent.noNetworkFound("shop", "red", "not found"))
                .isEqualTo(new PodEvent(
                        Weight.WARNING,
                        "NoNetworkFound",
                        "cannot find a network-attachment-definition (red) in namespace (shop): not found"));
    }

    private static CniResult result(String output) {
        return CniResult.ofPlugin(output.getBytes(UTF_8), "1.0.0").orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
