// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProxyUidStrategyTest {

    @Test
    void readsTheNamesOfSettings() {
        assertThat(ProxyUidStrategy.read("highest"))
                .isEqualTo(new ProxyUidStrategyReading.Known(ProxyUidStrategy.HIGHEST));
        assertThat(ProxyUidStrategy.read("Offset"))
                .isEqualTo(new ProxyUidStrategyReading.Known(ProxyUidStrategy.OFFSET));
    }

    @Test
    void refusesFirstAndSaysWhy() {
        assertThat(ProxyUidStrategy.read("first"))
                .isEqualTo(new ProxyUidStrategyReading.Refused("OpenShift gives the first user id of the range to the"
                        + " application, whose traffic would then pass by the proxy; use highest or offset"));
    }

    @Test
    void refusesOtherNames() {
        assertThat(ProxyUidStrategy.read("last"))
                .isEqualTo(new ProxyUidStrategyReading.Refused("not highest or offset"));
    }
}
