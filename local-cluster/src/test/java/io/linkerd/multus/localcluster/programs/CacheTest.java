// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTest {
    @Test
    void isWhereTheEnvironmentSays() {
        assertThat(Cache.of(Map.of("LINKERD_MULTUS_CACHE", "/c", "HOME", "/h")).path())
                .hasToString("/c");
        assertThat(Cache.of(Map.of("XDG_CACHE_HOME", "/x", "HOME", "/h")).path())
                .hasToString("/x/linkerd-multus");
        assertThat(Cache.of(Map.of("HOME", "/h")).path()).hasToString("/h/.cache/linkerd-multus");
    }

    @Test
    void removesWhatWasOfNoUseForAMonth(@TempDir Path folder) throws Exception {
        var cache = new Cache(folder);
        var old = Files.createDirectories(cache.tools().resolve("old"));
        var recent = Files.createDirectories(cache.tools().resolve("recent"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
        cache.sweep(InstantSource.system());
        assertThat(old).doesNotExist();
        assertThat(recent).exists();
    }

    @Test
    void removesNothingWhileAClusterIsThere(@TempDir Path folder) throws Exception {
        var cache = new Cache(folder);
        var old = Files.createDirectories(cache.tools().resolve("old"));
        Files.createDirectories(cache.clusters().resolve("demo"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
        cache.sweep(InstantSource.system());
        assertThat(old).exists();
    }
}
