// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.service.settings.InvalidSetting;
import io.linkerd.multus.service.settings.SettingsReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgramSettingsTest {

    @Test
    void bringsTheShimAloneUnlessMoreIsAskedFor() {
        assertThat(read(Map.of()))
                .isEqualTo(new ProgramSettings(
                        List.of("multus-shim"), List.of(Path.of("/opt/linkerd-multus/bin")), Path.of("/opt/cni/bin")));
        assertThat(read(Map.of("LINKERD_MULTUS_PROGRAMS", "")).names()).isEmpty();
        assertThat(read(Map.of("LINKERD_MULTUS_PROGRAMS", "multus-shim, bridge,bridge"))
                        .names())
                .containsExactly("multus-shim", "bridge");
    }

    @Test
    void refusesWhatWouldLeaveItsFolder() {
        assertThatThrownBy(() -> read(Map.of("LINKERD_MULTUS_PROGRAMS", "../x")))
                .isInstanceOf(InvalidSetting.class);
        assertThatThrownBy(() -> read(Map.of("LINKERD_MULTUS_PROGRAM_TARGET_DIR", "bin")))
                .isInstanceOf(InvalidSetting.class);
    }

    @Test
    void takesSeveralFolders() {
        assertThat(read(Map.of("LINKERD_MULTUS_PROGRAM_SOURCE_DIR", "/opt/linkerd-multus/bin, /plugins"))
                        .sources())
                .containsExactly(Path.of("/opt/linkerd-multus/bin"), Path.of("/plugins"));
        for (var wrong : List.of("", "/plugins,bin", "/plugins,/a/../b")) {
            assertThatThrownBy(() -> read(Map.of("LINKERD_MULTUS_PROGRAM_SOURCE_DIR", wrong)))
                    .isInstanceOf(InvalidSetting.class)
                    .hasMessageContaining("LINKERD_MULTUS_PROGRAM_SOURCE_DIR");
        }
    }

    private static ProgramSettings read(Map<String, String> environment) {
        return ProgramSettings.read(new SettingsReader(environment));
    }
}
