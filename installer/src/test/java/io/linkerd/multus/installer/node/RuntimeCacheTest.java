// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.CachedResults;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuntimeCacheTest {
    private static final String PRISTINE = "{\"name\":\"n\",\"plugins\":[{\"type\":\"bridge\"}]}";
    private static final String CHAINED =
            "{\"name\":\"n\",\"plugins\":[{\"type\":\"bridge\"},{\"type\":\"linkerd-cni\"}]}";

    @TempDir
    private Path root;

    private Path folder;

    @BeforeEach
    void makeFolder() throws Exception {
        folder = Files.createDirectories(root.resolve("host/var/lib/cni/results"));
    }

    @Test
    void podsOfCriOAreTornDownWithoutThePluginThatIsGone() throws Exception {
        var chained = Files.writeString(folder.resolve("n-pod1-eth0"), cached(CHAINED));
        Files.setPosixFilePermissions(chained, PosixFilePermissions.fromString("rw-------"));
        var other = Files.writeString(folder.resolve("other-pod1-net1"), cached(PRISTINE));
        var torn = Files.writeString(folder.resolve("n-pod2-eth0"), "{\"kind\":\"cniCa");
        Files.createDirectory(folder.resolve("folder"));

        cache(CachedResults.AUTO, "cri-o://1.33.1").takeOut();

        assertThat(chained).hasContent(cached(PRISTINE));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(chained)))
                .isEqualTo("rw-------");
        assertThat(other).hasContent(cached(PRISTINE));
        assertThat(torn).hasContent("{\"kind\":\"cniCa");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(4);
        }
    }

    /** Of a network whose list has the plugin Multus would call no other one, whatever the runtime. */
    @Test
    void multusTearsPodsDownWithoutThePluginThatIsGone() throws Exception {
        var kept = Files.createDirectories(folder.resolveSibling("multus")).resolve("pod1");
        Files.writeString(kept, "[{\"Bytes\":\"" + encoded(CHAINED) + "\"}]");

        cache(CachedResults.AUTO, "containerd://2.1.4").takeOut();

        assertThat(kept).hasContent("[{\"Bytes\":\"" + encoded(PRISTINE) + "\"}]");
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, cri-o://1.33.1, true",
        "AUTO, containerd://2.1.4, false",
        "AUTO, docker://28.0.0, false",
        "AUTO, '', true",
        "ALWAYS, containerd://2.1.4, true",
        "NEVER, cri-o://1.33.1, false"
    })
    void isChangedWhereTheRuntimeReadsIt(CachedResults setting, String runtime, boolean changed) {
        assertThat(cache(setting, runtime).isToBeChanged()).isEqualTo(changed);
    }

    @Test
    void isLeftAloneWhereTheFolderIsNotMounted() throws Exception {
        Files.delete(folder);

        assertThat(cache(CachedResults.ALWAYS, "cri-o://1.33.1").isToBeChanged())
                .isFalse();
    }

    private RuntimeCache cache(CachedResults setting, String runtime) {
        var files = new DurableFiles(FileCalls.ofTheSystem(), RandomGenerator.getDefault());
        return new RuntimeCache(new HostRoot(root.resolve("host")), files, setting, () -> runtime);
    }

    private static String cached(String list) {
        return "{\"kind\":\"cniCacheV1\",\"containerId\":\"pod1\",\"config\":\"" + encoded(list)
                + "\",\"ifName\":\"eth0\"}";
    }

    private static String encoded(String list) {
        return Base64.getEncoder().encodeToString(list.getBytes(UTF_8));
    }
}
