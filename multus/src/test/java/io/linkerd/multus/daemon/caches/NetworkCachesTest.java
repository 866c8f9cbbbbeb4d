// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.caches.CachedNetwork.Kept;
import io.linkerd.multus.daemon.caches.CachedNetwork.Request;
import io.linkerd.multus.daemon.results.CniResult;
import io.linkerd.multus.daemon.results.Dns;
import io.linkerd.multus.daemon.results.ResultByInterface;
import io.linkerd.multus.daemon.results.ResultVersion;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkCachesTest {
    private static final AttachmentKey KEY = new AttachmentKey("red", "c1", "net1");
    private static final List<Kept> OLD = List.of(kept("old"));
    private static final List<Kept> NEW = List.of(kept("primary"), kept("red"));

    @TempDir
    private Path root;

    private Path cniDir;
    private NetworkCaches caches;

    @BeforeEach
    void makeCaches() throws IOException {
        cniDir = root.resolve("cni").resolve("multus");
        caches = new NetworkCaches(
                cniDir,
                new DurableFiles(FileCalls.ofTheSystem(), RandomGenerator.getDefault()),
                Ownership.ofThisProcess());
    }

    @Test
    void givesBackWhatItKept() throws Exception {
        caches.keepNetworks("c1", NEW);
        caches.keepAttachment(attachment(KEY));

        assertThat(caches.networks("c1")).isEqualTo(new CacheReading.Found<>(List.<CachedNetwork>copyOf(NEW)));
        assertThat(caches.attachment(KEY)).isEqualTo(new CacheReading.Found<>(attachment(KEY)));
        assertThat(cniDir.resolve("c1")).isRegularFile();
        assertThat(cniDir.resolve("results").resolve("red-c1-net1")).isRegularFile();
    }

    @Test
    void keepsWhatOnlyRootMayRead() throws Exception {
        caches.keepNetworks("c1", NEW);
        caches.keepAttachment(attachment(KEY));

        assertThat(modes()).containsExactly("rwx------", "rwx------", "rw-------", "rwx------", "rw-------");
    }

    @Test
    void forgets() throws Exception {
        caches.keepNetworks("c1", NEW);
        caches.keepAttachment(attachment(KEY));

        caches.forgetNetworks("c1");
        caches.forgetAttachment(KEY);
        caches.forgetNetworks("c1");

        assertThat(caches.networks("c1")).isEqualTo(new CacheReading.Absent<>());
        assertThat(caches.attachment(KEY)).isEqualTo(new CacheReading.Absent<>());
        assertThat(cniDir.resolve("results")).isEmptyDirectory();
    }

    @Test
    void knowsNothingWhereThereIsNoFolder() throws Exception {
        caches.forgetNetworks("c1");

        assertThat(caches.networks("c1")).isEqualTo(new CacheReading.Absent<>());
        assertThat(caches.attachments()).isEqualTo(new NetworkCaches.Listing(List.of(), List.of()));
        assertThat(caches.removeLeftovers(Instant.MAX)).isZero();
        assertThat(root).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../c1", "a/b", "/c1", "c1/", "results", "c\0"})
    void leavesItsFolderByNoName(String name) {
        assertThat(caches.networks(name)).isInstanceOf(CacheReading.Unusable.class);
        assertThatThrownBy(() -> caches.keepNetworks(name, NEW))
                .isInstanceOf(FileChangeFailed.class)
                .hasMessageContaining("cannot be the name of a file there");
        assertThatThrownBy(() -> caches.forgetNetworks(name)).isInstanceOf(FileChangeFailed.class);
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void leavesItsFolderByNoNameAtAll() {
        property().withExamples(200).forAll(texts(), texts()).checkAssert((network, container) -> {
            try {
                caches.keepNetworks(container, OLD);
                caches.keepAttachment(attachment(new AttachmentKey(network, container, "eth0")));
            } catch (FileChangeFailed _) {
                // refused, or longer than a file's name can be
            }
            assertThat(root).isDirectoryNotContaining(file -> !file.endsWith("cni"));
        });
    }

    @Test
    void refusesMoreThanItWouldReadAgain() throws Exception {
        caches.keepNetworks("c1", OLD);
        var huge = new Kept("huge", "{\"type\":\"" + "x".repeat(4 << 20) + "\"}", Request.NOTHING);

        assertThatThrownBy(() -> caches.keepNetworks("c1", List.of(huge)))
                .hasMessageContaining("it would be longer than 4194304 bytes; what was there before is kept");
        assertThat(caches.networks("c1")).isEqualTo(new CacheReading.Found<>(List.<CachedNetwork>copyOf(OLD)));
    }

    @Test
    void saysWhatCannotBeRead() throws Exception {
        Files.createDirectories(cniDir.resolve("c2"));
        Files.writeString(cniDir.resolve("c1"), "[{\"Na");
        Files.createSymbolicLink(cniDir.resolve("c3"), cniDir.resolve("c1"));

        assertThat(caches.networks("c1"))
                .isEqualTo(new CacheReading.Unusable<>("byte 5: ends in the middle of a value"));
        assertThat(caches.networks("c2")).isInstanceOf(CacheReading.Unusable.class);
        assertThat(caches.networks("c3")).isInstanceOf(CacheReading.Unusable.class);
    }

    @Test
    void listsAttachmentsAndNamesForeignFiles() throws Exception {
        var other = new AttachmentKey("blue", "c2", "net2");
        caches.keepAttachment(attachment(KEY));
        caches.keepAttachment(attachment(other));
        var results = cniDir.resolve("results");
        Files.writeString(results.resolve("foreign"), "{\"kind\":\"other\"}");
        Files.writeString(results.resolve("torn"), "{\"kind\":\"cniCacheV1\",\"contai");
        Files.createDirectory(results.resolve("folder"));

        assertThat(caches.attachments())
                .isEqualTo(new NetworkCaches.Listing(
                        List.of(other, KEY),
                        List.of(
                                new NetworkCaches.Unreadable("foreign", "it is not of kind cniCacheV1"),
                                new NetworkCaches.Unreadable("torn", "byte 28: ends in the middle of a value"))));
    }

    private List<String> modes() throws IOException {
        var modes = new ArrayList<String>();
        try (var files = Files.walk(root.resolve("cni"))) {
            for (var file : files.sorted().toList()) {
                modes.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            }
        }
        return modes;
    }

    private static Kept kept(String name) {
        return new Kept(name, "{\"name\":\"" + name + "\",\"type\":\"bridge\"}", Request.NOTHING);
    }

    private static CachedAttachment attachment(AttachmentKey key) {
        return new CachedAttachment(
                key,
                "{\"type\":\"bridge\"}",
                "/run/netns/a",
                List.of(),
                "",
                new Result.Ok<CniResult>(
                        new ResultByInterface(ResultVersion.V1_0_0, List.of(), List.of(), List.of(), Dns.NONE)));
    }
}
