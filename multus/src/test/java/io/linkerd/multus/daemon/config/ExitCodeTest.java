// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCodeTest {

    @ParameterizedTest
    @CsvSource({
        "STOPPED, 0",
        "CONFIGURATION_INVALID, 1",
        "READINESS_FILE_MISSING, 1",
        "API_NOT_READY, 1",
        "COMMAND_LINE_INVALID, 2",
        "NO_PRIMARY_NETWORK, 2",
        "READINESS_FILE_REMOVED, 2",
        "NOT_ROOT, 3",
        "SERVER_NOT_STARTED, 3",
        "VERSION_SHOWN, 4"
    })
    void hasUpstreamsStatus(ExitCode code, int status) {
        assertThat(code.status()).isEqualTo(status);
    }
}
