// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.settings.PlatformSetting;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ModuleCureTest {
    /** On a node with SELinux whose platform was not said, nothing said which one brings the type that the installer needs. */
    @ParameterizedTest
    @CsvSource({"K3S, spc_t", "K3S_LEGACY, spc_t", "RKE2, spc_t", "BOTTLEROCKET, super_t"})
    void whereThePlatformIsNotSaidItIsNamed(NodePlatform platform, String type) {
        assertThat(ModuleCure.of(PlatformSetting.AUTO, Optional.of(platform)))
                .hasValueSatisfying(cure -> assertThat(cure)
                        .contains("global.platform=" + platform.label() + ",", type)
                        .doesNotContain("seLinuxOptions"));
        assertThat(ModuleCure.of(PlatformSetting.valueOf(platform.name()), Optional.of(platform)))
                .isEmpty();
    }

    @Test
    void elsewhereTheOptionsAreNamed() {
        for (var said : new PlatformSetting[] {PlatformSetting.AUTO, PlatformSetting.KUBERNETES}) {
            assertThat(ModuleCure.of(said, Optional.of(NodePlatform.KUBERNETES)))
                    .hasValueSatisfying(cure -> assertThat(cure).contains("installer.seLinuxOptions.type=spc_t"));
        }
        assertThat(ModuleCure.of(PlatformSetting.AUTO, Optional.empty())).isPresent();
    }

    /** Their constraints have the type, whatever the chart's values say of options. */
    @ParameterizedTest
    @EnumSource(names = {"OPENSHIFT", "MICROSHIFT"})
    void whereConstraintsGiveTheTypeNothingIsAdvised(NodePlatform platform) {
        assertThat(ModuleCure.of(PlatformSetting.AUTO, Optional.of(platform))).isEmpty();
    }

    /** A LinkerdMultus has neither platform nor options, and was advised to set them. */
    @Test
    void whoUsesTheOperatorIsToldWhatToDoInTheirPlace() {
        for (var platform : List.of(NodePlatform.K3S, NodePlatform.KUBERNETES)) {
            assertThat(ModuleCure.of(PlatformSetting.AUTO, Optional.of(platform)))
                    .hasValueSatisfying(cure -> assertThat(cure).endsWith("install the chart in its place"));
        }
    }
}
