// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A daemon of the usual configuration, for each test. */
abstract class UsualDaemon {
    @TempDir
    private Path folder;

    TestDaemon daemon;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        daemon = new TestDaemon(folder);
    }

    @AfterEach
    void stop() {
        daemon.close();
    }
}
