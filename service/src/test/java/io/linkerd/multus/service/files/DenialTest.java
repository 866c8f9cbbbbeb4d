// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DenialTest {
    private static final Path FOLDER = Path.of("/host/opt/cni/bin");
    private static final Ownership ROOT = new Ownership(0, 0, 0);

    /** Kubespray gives the folder of plugins to the user kube, and an installer without capabilities said "permission denied" alone. */
    @Test
    void aFolderOfAnotherUserIsToldWithItsOwnerAndTheCapabilityThatIsMissing() {
        assertThat(Denial.inWords(FOLDER, new Ownership(997, 0, 0755), ROOT, false))
                .isEqualTo(
                        "permission denied: /host/opt/cni/bin belongs to user and group 997:0 with mode 755, and this"
                                + " process, of 0:0, is without the capability DAC_OVERRIDE");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0755, false, SELinux",
        "0, 0, 0555, false, DAC_OVERRIDE",
        "997, 0, 0775, false, SELinux",
        "997, 0, 0765, false, DAC_OVERRIDE",
        "997, 997, 0777, false, SELinux",
        "997, 997, 0770, false, DAC_OVERRIDE",
        "997, 997, 0770, true, SELinux"
    })
    void whatOwnerAndModeAllowSomethingElseDenies(int user, int group, String mode, boolean overrides, String cause) {
        var folder = new Ownership(user, group, Integer.parseInt(mode, 8));

        assertThat(Denial.inWords(FOLDER, folder, ROOT, overrides)).contains(cause);
    }

    @Test
    void ofAPathWithoutAFolderTheNearestOneIsMeant() {
        assertThat(Denial.inWords(Path.of("/proc/none/such/file")))
                .startsWith("permission denied")
                .contains(" /proc ");
    }
}
