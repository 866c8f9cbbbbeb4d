// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows are answers of Go's package net. */
class AddressesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "255.255.255.255",
                "::",
                "::1",
                "1::",
                "2001:db8::1",
                "1:2:3:4:5:6:7:8",
                "::ffff:1.2.3.4",
                "1:2:3:4:5:6:1.2.3.4",
                "fe80::ABCD",
                "1:2:3:4:5:6:7::"
            })
    void takesIps(String text) {
        assertThat(Addresses.isIp(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1",
                "1.2.3",
                "1.2.3.4.5",
                "01.2.3.4",
                "1.2.3.256",
                "1.2.3.0x4",
                "1.2.3.4 ",
                "+1.2.3.4",
                ":",
                ":::",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4::5:6:7:8",
                "::1::",
                "12345::",
                "::1.2.3",
                "1.2.3.4::",
                "::1.2.3.4:5",
                "fe80::1%eth0",
                "[::1]",
                "::g",
                "1:2:3:4:5:6:7:1.2.3.4",
                "localhost"
            })
    void refusesWhatIsNoIp(String text) {
        assertThat(Addresses.isIp(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "1.2.3.4/0, true",
        "1.2.3.4/32, true",
        "1.2.3.4/33, false",
        "1.2.3.4/, false",
        "1.2.3.4, false",
        "/24, false",
        "1.2.3.4/+8, false",
        "1.2.3.4/-1, false",
        "1.2.3.4/008, true",
        "::1/128, true",
        "::1/129, false",
        "::ffff:1.2.3.4/120, true",
        "1.2.3.4/8/8, false",
        "fe80::1%eth0/64, false",
        "1.2.3.4/ 8, false",
        "1.2.3.4/99999999999999999999, false",
        "1.2.3.4/00000000000000000000008, true"
    })
    void takesPrefixes(String text, boolean taken) {
        assertThat(Addresses.isCidr(text)).isEqualTo(taken);
    }

    @ParameterizedTest
    @CsvSource({
        "00:00:5e:00:53:01, true",
        "02-00-5E-10-00-00-00-01, true",
        "0000.5e00.5301, true",
        "0200.5e10.0000.0001, true",
        "00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01, true",
        "0000.0000.fe80.0000.0000.0000.0200.5e10.0000.0001, true",
        "00:00:5e:00:53, false",
        "00:00:5e:00:53:01:02, false",
        "00:00-5e:00:53:01, false",
        "00:00:5e:00:53:0g, false",
        "00:00:5e:00:53:001, false",
        "00005e005301, true",
        "02005e1000000001, true",
        "00005e00530, false",
        "00005e0053011, false",
        "0000.5e00.530, false",
        "'', false",
        "00:00:5e:00:53:01:, false",
        "02:00, false"
    })
    void takesHardwareAddresses(String text, boolean taken) {
        assertThat(Addresses.isHardware(text)).isEqualTo(taken);
    }

    @ParameterizedTest
    @CsvSource({
        "1.2.3.4, true",
        "::ffff:1.2.3.4, true",
        "::ffff:102:304, true",
        "0:0:0:0:0:ffff:0:0, true",
        "::1.2.3.4, false",
        "::1, false",
        "::, false",
        "ffff::1.2.3.4, false",
        "::ffff:0:1.2.3.4, false",
        "1::ffff:1.2.3.4, false",
        "nothing, false"
    })
    void tellsIpv4InEitherSpelling(String text, boolean v4) {
        assertThat(Addresses.isV4(text)).isEqualTo(v4);
    }

    @Test
    void takesWhatJavaPrints() {
        property().forAll(lists().of(integers().between(0, 255)).ofSize(16)).checkAssert(numbers -> {
            var v4 = numbers.subList(0, 4).stream().map(String::valueOf).collect(Collectors.joining("."));
            assertThat(Addresses.isIp(v4)).isTrue();
            assertThat(Addresses.isV4("::ffff:" + v4)).isTrue();
            var bytes = new byte[16];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = numbers.get(at).byteValue();
            }
            assertThat(Addresses.isIp(address(bytes))).isTrue();
            assertThat(Addresses.isV4(address(bytes))).isFalse();
        });
    }

    private static String address(byte[] bytes) {
        try {
            var address = InetAddress.getByAddress(bytes);
            return address instanceof Inet6Address ? address.getHostAddress() : "::";
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
