// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import org.junit.jupiter.api.Test;

class ProxyUidStrategyTest {

    @Test
    void readsTheNamesOfSettings() {
        assertThat(ProxyUidStrategy.read("highest")).isEqualTo(new Result.Ok<>(ProxyUidStrategy.HIGHEST));
        assertThat(ProxyUidStrategy.read("Offset")).isEqualTo(new Result.Ok<>(ProxyUidStrategy.OFFSET));
    }

    @Test
    void refusesFirstAndSaysWhy() {
        assertThat(ProxyUidStrategy.read("first"))
                .isEqualTo(new Result.Not<>("cannot work: OpenShift gives the first user id of the range to the"
                        + " application, whose traffic would then pass by the proxy; use highest or offset"));
    }

    @Test
    void refusesOtherNames() {
        assertThat(ProxyUidStrategy.read("last")).isEqualTo(new Result.Not<>("must be highest or offset"));
    }
}
