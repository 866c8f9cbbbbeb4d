// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.verbs.ChangeVerb.Difference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeVerbTest {
    @Test
    void installsInTheOrderThatIsGivenAndUninstallsInTheReverse() {
        assertThat(ChangeVerb.INSTALL.difference(wish("c,a,b"), names(""))).isEqualTo(difference("c a b", ""));
        assertThat(ChangeVerb.UNINSTALL.difference(wish("c,a,b"), names(""))).isEqualTo(difference("", "b a c"));
    }

    @Test
    void installAndUninstallTakeWhatIsDesiredOnly() {
        assertThat(ChangeVerb.INSTALL.difference(wish("a:b"), names("c"))).isEqualTo(difference("a", ""));
        assertThat(ChangeVerb.UNINSTALL.difference(wish("a:b"), names("c"))).isEqualTo(difference("", "a"));
    }

    @ParameterizedTest
    @CsvSource({
        // The example of the program whose verbs these are.
        "'multus-cni,macvlan:host-device,multus-cni,ipvlan', macvlan, ipvlan host-device",
        // It read names as regular expressions within the others: vlan was uninstalled together with macvlan.
        "'vlan:vlan,macvlan', '', macvlan",
        "'vlan,macvlan:vlan', macvlan, ''",
        "'10-a.conf:10-aXconf', 10-a.conf, 10-aXconf",
        "'a,b:b,a', '', ''",
        "'a:', a, ''",
        "':a', '', a",
        "':', '', ''",
        "'a:b:c', a, c",
        "'a b: b  c', a, c",
        "'a,a:', a, ''"
    })
    void comparesWholeNamesWithWhatIsSaidToBeThere(String value, String installed, String uninstalled) {
        assertThat(ChangeVerb.APPLY.difference(wish(value), names("x,y")))
                .isEqualTo(difference(installed, uninstalled));
    }

    /** It did nothing: without a colon desired and current were the same. */
    @ParameterizedTest
    @CsvSource({"'a,b', 'b,c', a b, c", "'', 'a,b', '', b a", "a, a, a, ''", "vlan, 'vlan,macvlan', vlan, macvlan"})
    void comparesWithWhatIsOnTheNodeWhereThatIsNotSaid(
            String value, String ours, String installed, String uninstalled) {
        assertThat(ChangeVerb.APPLY.difference(wish(value), names(ours))).isEqualTo(difference(installed, uninstalled));
    }

    private static Difference difference(String install, String uninstall) {
        return new Difference(names(install), names(uninstall));
    }

    private static Wish wish(String value) {
        return Wish.read(value).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }

    private static AssetNames names(String list) {
        return AssetNames.read(list).orElse(_ -> new AssetNames(List.of("?")));
    }
}
