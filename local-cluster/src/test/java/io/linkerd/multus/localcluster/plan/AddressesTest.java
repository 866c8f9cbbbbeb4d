// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressesTest {
    @Test
    void staysInTheRangeThatIsKeptForBenchmarks() throws Exception {
        for (var address : List.of(
                Addresses.bridge(),
                Addresses.SERVICES,
                Addresses.KUBERNETES_SERVICE,
                Addresses.DNS_SERVICE,
                Addresses.PODS,
                Addresses.nodeInNetwork(1),
                Addresses.nodeInNetwork(3),
                Addresses.podsOf(1),
                Addresses.podsOf(3))) {
            var bytes = InetAddress.getByName(address.replaceAll("/.*", "")).getAddress();
            assertThat(bytes[0] & 0xff).as(address).isEqualTo(198);
            assertThat(bytes[1] & 0xfe).as(address).isEqualTo(18);
        }
    }
}
