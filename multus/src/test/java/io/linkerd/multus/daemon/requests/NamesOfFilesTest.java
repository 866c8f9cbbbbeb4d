// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.contracts.cases.Cases;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Containers and interfaces are in the names of the files that the daemon keeps. */
class NamesOfFilesTest {
    private static final Path FOLDER = Path.of("/var/lib/cni/multus");

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "0", "A-b_c.d", "a..", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"})
    void containersAreNamedAsTheSpecificationSays(String id) {
        assertThat(ContainerId.problem(id)).isEmpty();
        assertThat(new ContainerId(id)).hasToString(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''       | CNI_CONTAINERID is empty",
                ".        | CNI_CONTAINERID has invalid characters",
                "..       | CNI_CONTAINERID has invalid characters",
                "../x     | CNI_CONTAINERID has invalid characters",
                "a/b      | CNI_CONTAINERID has invalid characters",
                "-a       | CNI_CONTAINERID has invalid characters",
                "_a       | CNI_CONTAINERID has invalid characters",
                "a b      | CNI_CONTAINERID has invalid characters",
                "ä        | CNI_CONTAINERID has invalid characters"
            })
    void noContainerIsNamedOtherwise(String id, String message) {
        assertThat(ContainerId.problem(id)).hasValue(new CniError(4, message, "\"" + id + "\""));
        assertThatThrownBy(() -> new ContainerId(id)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noContainerIsNamedLongerThanAFile() {
        assertThat(ContainerId.problem("a".repeat(255))).isEmpty();
        assertThat(ContainerId.problem("a".repeat(256)))
                .hasValue(new CniError(
                        4, "CNI_CONTAINERID is longer than 255 characters", "\"" + "a".repeat(80) + "…\""));
        assertThat(ContainerId.problem("a\n")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"eth0", "a", "...", "net1@if", "123456789012345", "-"})
    void interfacesAreNamedAsLinuxSays(String name) {
        assertThat(InterfaceName.problem(name)).isEmpty();
        assertThat(new InterfaceName(name)).hasToString(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "|CNI_IFNAME is empty",
                ".|CNI_IFNAME names a folder",
                "..|CNI_IFNAME names a folder",
                "a/b|CNI_IFNAME has a slash, a colon, a blank, or what is no text",
                "a:b|CNI_IFNAME has a slash, a colon, a blank, or what is no text",
                "a b|CNI_IFNAME has a slash, a colon, a blank, or what is no text",
                "a\u0085|CNI_IFNAME has a slash, a colon, a blank, or what is no text",
                "a\ud800|CNI_IFNAME has a slash, a colon, a blank, or what is no text",
                "1234567890123456|CNI_IFNAME is longer than 15 bytes",
                "ääääääää|CNI_IFNAME is longer than 15 bytes"
            })
    void noInterfaceIsNamedOtherwise(String name, String message) {
        var text = name == null ? "" : name;

        assertThat(InterfaceName.problem(text)).hasValueSatisfying(error -> {
            assertThat(error.code()).isEqualTo(CniError.INVALID_ENVIRONMENT);
            assertThat(error.message()).isEqualTo(message);
        });
        assertThatThrownBy(() -> new InterfaceName(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noNameLeadsOutOfAFolder() {
        Cases.property().forAll(Cases.texts()).checkAssert(text -> {
            if (ContainerId.problem(text).isEmpty()) {
                assertStays(text);
            }
            if (InterfaceName.problem(text).isEmpty()) {
                assertStays(text);
            }
        });
    }

    private static void assertStays(String name) {
        var file = FOLDER.resolve(name);

        assertThat(file.normalize()).isEqualTo(file);
        assertThat(file.getParent()).isEqualTo(FOLDER);
    }
}
