// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.clocks.Wakeups;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderWatchTest {
    private final Wakeups wakeups = new Wakeups();
    private final AtomicInteger registrations = new AtomicInteger();

    @TempDir
    Path folder;

    /** Its thread ended, and a renewed certificate was found by the look every ten seconds only. */
    @Test
    void goesOnAfterAnError() throws InterruptedException {
        try (var watch = new FolderWatch(failingAtFirst(), wakeups, Duration.ofMillis(10))) {
            var thread = Thread.ofVirtual().start(watch);

            assertThat(wakeups.await(Duration.ofSeconds(10))).as("watches").isTrue();
            assertThat(registrations).hasValue(2);
            assertThat(thread.isAlive()).isTrue();
        }
    }

    /** A folder as it is, whose kernel gives no watch at first. */
    private Path failingAtFirst() {
        return (Path) Proxy.newProxyInstance(
                FolderWatchTest.class.getClassLoader(), new Class<?>[] {Path.class}, (_, method, arguments) -> {
                    if (method.getName().equals("register") && registrations.incrementAndGet() == 1) {
                        throw new UnsupportedOperationException("no watches here");
                    }
                    try {
                        return method.invoke(folder, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw Objects.requireNonNull(thrown.getCause());
                    }
                });
    }
}
