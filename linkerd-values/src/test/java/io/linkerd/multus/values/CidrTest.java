// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CidrTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0/8",
                "0.0.0.0/0",
                "255.255.255.255/32",
                "fd00::/8",
                "::/0",
                "::1/128",
                "1:2:3:4:5:6:7:8/64",
                "::ffff:1.2.3.4/96",
                "1::8/016"
            })
    void goTakesIt(String text) {
        assertThat(Cidr.isOne(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.0.0.0",
                "10.0.0.0/",
                "10.0.0.0/33",
                " 10.0.0.0/8",
                "10.0.0/8",
                "010.0.0.0/8",
                "256.0.0.0/8",
                "fd00::/129",
                "1:2:3:4:5:6:7/64",
                "1:2:3:4:5:6:7:8:9/64",
                "1::2::3/64",
                ":1/64",
                "12345::/64",
                "g::/8",
                "10.0.0.0/-1",
                "1:2:3:4::5:6:7:8/64",
                "::1.2.3/96",
                "1.2.3.4::/8"
            })
    void goRefusesIt(String text) {
        assertThat(Cidr.isOne(text)).isFalse();
    }
}
