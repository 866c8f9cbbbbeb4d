// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoggingTest {
    private static final String REQUESTS = "org.slf4j.simpleLogger.log.io.linkerd.multus.cli.cluster.RequestLog";

    @Test
    void nothingIsLoggedUnlessItIsAskedFor() {
        assertThat(Logging.properties(false))
                .containsEntry("org.slf4j.simpleLogger.defaultLogLevel", "off")
                .doesNotContainKey(REQUESTS);
    }

    @Test
    void verboseTellsRequestsAndNothingElse() {
        assertThat(Logging.properties(true))
                .containsEntry("org.slf4j.simpleLogger.defaultLogLevel", "off")
                .containsEntry("org.slf4j.simpleLogger.logFile", "System.err")
                .containsEntry(REQUESTS, "debug");
    }
}
