// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.config.DaemonConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FolderDifferenceTest {
    private static final Path FILE = Path.of("/etc/cni/net.d/mine.conf");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "cniDir":"/c"           | "other":1                         | cniDir /var/lib/cni/multus /c
            "cniDir":"/c"           | "cniDir":"/\\u0000"                | cniDir /var/lib/cni/multus /c
            "cniDir":"/c"           | "cniDir":"relative"               | cniDir /var/lib/cni/multus /c
            "other":1               | "cniDir":"/c"                     | cniDir /c /var/lib/cni/multus
            "socketDir":"/s"        | "other":1                         | daemonSocketDir /run/multus /s
            "other":1               | "daemonSocketDir":"/s"            | daemonSocketDir /s /run/multus
            "daemonSocketDir":"/s"  | "daemonSocketDir":"/t"            | daemonSocketDir /t /s
            """)
    void tellsWhereTheShimLooksElsewhere(String daemons, String shims, String expected) {
        assertThat(differences(DaemonConfigs.user("/u/mine.conf", daemons), single(shims)))
                .containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "other":1                                                   | "other":1
            "other":1                                                   | "cniDir":"/var/lib/cni/multus/","daemonSocketDir":"/run/multus"
            "cniDir":"/c","socketDir":"/s"                              | "cniDir":"/c/","daemonSocketDir":"/s/"
            "socketDir":"/host/run/m","daemonSocketDir":"/run/m"        | "daemonSocketDir":"/run/m/"
            """)
    void isSilentWhereBothAreTheSameFolder(String daemons, String shims) {
        assertThat(differences(DaemonConfigs.user("/u/mine.conf", daemons), single(shims)))
                .isEmpty();
    }

    @Test
    void looksAtTheShimAloneInAListOfPlugins() {
        var list = "{\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"plugins\":[{\"type\":\"multus-shim\",\"cniDir\":\"/c\"},"
                + "{\"type\":\"other\",\"cniDir\":\"/o\"}]}";

        assertThat(differences(DaemonConfigs.user("/u/mine.conflist"), list))
                .containsExactly("cniDir /c /var/lib/cni/multus");
    }

    @Test
    void hasNoOpinionOnWhatTheDaemonMakesItself() {
        assertThat(differences(DaemonConfigs.auto(), single("\"cniDir\":\"/c\"")))
                .isEmpty();
    }

    @Test
    void namesBothValuesAndSaysWhatToDo() {
        assertThat(new FolderDifference("cniDir", Path.of("/a"), Path.of("/b")).advice(FILE))
                .isEqualTo(
                        "cniDir is /a in /etc/cni/net.d/mine.conf and /b for the daemon: DELs that the shim keeps there while"
                                + " no daemon answers are not replayed; say cniDir alike in both, in daemon-config.json and in that file");
        assertThat(new FolderDifference("daemonSocketDir", Path.of("/a"), Path.of("/b")).advice(FILE))
                .contains("/a in", "/b for the daemon", "the shim finds no daemon there; say daemonSocketDir alike");
    }

    private static List<String> differences(DaemonConfig config, String text) {
        return FolderDifference.of(config, text).stream()
                .map(found -> found.key() + " " + found.shims() + " " + found.daemons())
                .toList();
    }

    private static String single(String members) {
        return "{\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"type\":\"multus-shim\"," + members + "}";
    }
}
