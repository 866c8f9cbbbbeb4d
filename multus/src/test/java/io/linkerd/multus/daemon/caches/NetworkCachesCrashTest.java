// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.caches.CachedNetwork.Kept;
import io.linkerd.multus.daemon.caches.CachedNetwork.Request;
import io.linkerd.multus.service.files.BrittleFileCalls;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkCachesCrashTest {
    private static final List<Kept> OLD = List.of(kept("old"));
    private static final List<Kept> NEW = List.of(kept("primary"), kept("red"));

    @TempDir
    private Path cniDir;

    @Test
    void hasTheOldListOrTheNewWhereverTheDaemonIsKilled() throws Exception {
        var caches = caches(FileCalls.ofTheSystem());
        int seen = 0;
        var calls = new BrittleFileCalls(1, new BrittleFileCalls.Fate.Death());
        for (int call = 1; call == 1 || calls.cameToIt(); call++) {
            caches.keepNetworks("c1", OLD);
            calls = new BrittleFileCalls(call, new BrittleFileCalls.Fate.Death());
            try {
                caches(calls).keepNetworks("c1", NEW);
            } catch (BrittleFileCalls.Killed _) {
                seen++;
            }
            assertThat(caches.networks("c1"))
                    .isIn(
                            new CacheReading.Found<>(List.<CachedNetwork>copyOf(OLD)),
                            new CacheReading.Found<>(List.<CachedNetwork>copyOf(NEW)));
            caches.removeLeftovers(Instant.MAX);
            assertThat(names(cniDir)).containsExactly("c1");
        }
        assertThat(seen).isGreaterThan(3);
    }

    private NetworkCaches caches(FileCalls calls) throws IOException {
        return new NetworkCaches(
                cniDir, new DurableFiles(calls, RandomGenerator.getDefault()), Ownership.ofThisProcess());
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    private static Kept kept(String name) {
        return new Kept(name, "{\"name\":\"" + name + "\",\"type\":\"bridge\"}", Request.NOTHING);
    }
}
