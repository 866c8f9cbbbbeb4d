// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.contracts.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A process that holds a folder until it is killed. */
final class HeldFolder {
    private HeldFolder() {}

    /** Says so on its output. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var opened = SocketFolder.open(Path.of(arguments[0]), Duration.ZERO);
        System.out.println(opened instanceof Result.Ok<SocketFolder> ? "held" : opened);
        Thread.currentThread().join();
    }
}
