// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.config.DaemonConfig;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrimaryChoiceTest {

    @ParameterizedTest
    @CsvSource({
        "10-flannel.conflist, true",
        "10-ovn.conf, true",
        "00-a.conf, true",
        ".conf, true",
        "10-x.json, false",
        "10-x.conf.bak, false",
        "10-x.conf.cilium_bak, false",
        "10-xconfi, false",
        "00-multus.conf, false",
        "00-multus.conflist, false",
        "00-multus-x.conf, false"
    })
    void candidatesAreConfigurationsButForItsOwn(String fileName, boolean expected) {
        assertThat(PrimaryChoice.isCandidate(fileName)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                | ''",
                "20-b.conf 10-a.conflist           | 10-a.conflist",
                "20-b.conf 10-a.json 00-multus.conf | 20-b.conf",
                "9.conf 10.conf                    | 10.conf",
                "b.conf A.conf                     | A.conf",
                "05-bad.conf 10-a.conf             | 05-bad.conf",
                "05-multus.conf 10-a.conf          | 10-a.conf",
                "05-multus.conf                    | ''"
            })
    void theFirstByNameIsChosenWhateverIsInItButMultusItself(String files, String expected) {
        assertThat(chosen(DaemonConfigs.auto(), files)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"20-b.conf 10-a.conf, 20-b.conf", "'', 20-b.conf"})
    void theOneThatIsSaidIsChosen(String files, String expected) {
        assertThat(chosen(DaemonConfigs.auto("\"multusMasterCNI\":\"20-b.conf\""), files))
                .isEqualTo(expected);
    }

    @Test
    void aUsersFileIsChosen() {
        assertThat(chosen(DaemonConfigs.user("/etc/multus/m.conf"), "10-a.conf"))
                .isEqualTo("/etc/multus/m.conf");
    }

    private static String chosen(DaemonConfig config, String files) {
        var observed = new TreeMap<String, Result<String>>();
        for (var file : files.split(" ", -1)) {
            observed.put(
                    file,
                    file.contains("bad")
                            ? new Result.Not<>("torn")
                            : new Result.Ok<>(
                                    "{\"type\":\"" + (file.contains("multus") ? "multus-shim" : "ovn") + "\"}"));
        }
        return PrimaryChoice.of(config.source(), observed).orElse("");
    }
}
