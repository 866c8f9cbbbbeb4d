// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;

/** The expectations are what Go's {@code net.ParseIP} and {@code net.ParseCIDR} answer. */
class IpAddressTest {

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, 10.1.2.3",
        "::, ::",
        "0:0:0:0:0:0:0:0, ::",
        "2001:DB8::A, 2001:db8::a",
        "1:0:0:2:0:0:0:3, 1:0:0:2::3",
        "1:0:0:2:3:0:0:4, 1::2:3:0:0:4",
        "1:0:2:3:4:5:6:7, 1:0:2:3:4:5:6:7",
        "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
        "::ffff:1.2.3.4, 1.2.3.4",
        "0:0:0:0:0:ffff:102:304, 1.2.3.4",
        "::1.2.3.4, ::102:304",
        "1:2:3:4:5:6:1.2.3.4, 1:2:3:4:5:6:102:304",
        "1:2:3:4:5::1.2.3.4, 1:2:3:4:5:0:102:304"
    })
    void writesAnAddressAsGoDoes(String text, String written) {
        assertThat(IpAddress.parse(text)).contains(new IpAddress(written));
        assertThat(IpAddress.parse(text).map(IpAddress::text)).contains(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.04",
                "1.2.3.256",
                " 1.2.3.4",
                "1.2.3.-4",
                "fe80::1%eth0",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "::1:2:3:4:5:6:7:8",
                "1::2::3",
                ":::",
                ":",
                ":1",
                "1:",
                "12345::",
                "g::",
                "1.2.3.4::",
                "::1.2.3.4:5",
                "x",
                "1",
                "1:2:3:4:5:6:7:1.2.3.4",
                "::1.2.3"
            })
    void refusesWhatGoRefuses(String text) {
        assertThat(IpAddress.parse(text)).isEmpty();
    }

    @Test
    void showsWhereThereIsNone() {
        assertThat(IpAddress.parse("")).contains(IpAddress.NONE);
        assertThat(IpAddress.NONE.shown()).isEqualTo("<nil>");
        assertThat(IpAddress.NONE.isPresent()).isFalse();
    }

    @Test
    void tellsFamiliesApart() {
        assertThat(new IpAddress("::ffff:1.2.3.4").family()).isEqualTo(IpFamily.V4);
        assertThat(new IpAddress("::1").family()).isEqualTo(IpFamily.V6);
    }

    @Test
    void readsWhatItWrites() {
        Gen<List<Integer>> groups = lists().of(integers().between(0, 3).map(each -> each == 3 ? 0xabcd : each % 2))
                .ofSize(8);
        property().forAll(groups).checkAssert(each -> {
            var text = String.join(":", each.stream().map(Integer::toHexString).toList());
            var address = new IpAddress(text);
            assertThat(IpAddress.parse(address.text())).contains(address);
            assertThat(address.text()).hasSizeLessThanOrEqualTo(text.length());
        });
    }

    @Test
    void readsAnyTextWithoutFailing() {
        property().forAll(texts()).checkAssert(text -> {
            assertThat(IpAddress.parse(text)).isNotNull();
            assertThat(IpPrefix.parse(text + "/24")).isNotNull();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3/24, 10.1.2.3/24",
        "10.1.2.3/024, 10.1.2.3/24",
        "1.2.3.4/0, 1.2.3.4/0",
        "::0/0, ::/0",
        "::ffff:1.2.3.4/120, 1.2.3.4/24",
        "::ffff:1.2.3.4/64, 1.2.3.4/0",
        "fd00::1/128, fd00::1/128"
    })
    void writesAPrefixAsGoDoes(String text, String written) {
        assertThat(IpPrefix.parse(text).map(IpPrefix::text)).contains(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.1.2.3",
                "10.1.2.3/",
                "10.1.2.3/33",
                "10.1.2.3/-1",
                "10.1.2.3/+8",
                "fd00::/129",
                "/24",
                "10.1.2.3/24/1",
                "10.1.2.3/8 "
            })
    void refusesPrefixesThatGoRefuses(String text) {
        assertThat(IpPrefix.parse(text)).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({"0.0.0.0/0, true", "::/0, true", "10.0.0.0/0, true", "0.0.0.0/1, false", "::/128, false"})
    void knowsThePrefixOfADefaultRoute(String prefix, boolean isEverywhere) {
        assertThat(new IpPrefix(prefix).isEverywhere()).isEqualTo(isEverywhere);
        assertThat(IpPrefix.NONE.isEverywhere()).isFalse();
    }
}
