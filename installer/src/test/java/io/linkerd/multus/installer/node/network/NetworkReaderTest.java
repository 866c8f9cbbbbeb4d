// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.platform.HostRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkReaderTest {
    private static final int MEBIBYTE = 1 << 20;

    @TempDir
    private Path root;

    @Test
    void readsNoMoreOfADirectoryThanItMayHoldInMemory() throws Exception {
        write("30-c.conf", 10);
        write("10-a.conflist", MEBIBYTE / 2);
        write("20-b.conflist", MEBIBYTE);
        write("40-d.conflist", 2 * MEBIBYTE);

        var files = new NetworkReader(new HostRoot(root)).directory("/net.d").files();

        assertThat(files.keySet()).containsExactly("10-a.conflist", "20-b.conflist", "30-c.conf", "40-d.conflist");
        assertThat(files.get("10-a.conflist")).isInstanceOf(NetworkFile.Text.class);
        assertThat(files.get("20-b.conflist"))
                .isInstanceOfSatisfying(
                        NetworkFile.Unreadable.class,
                        file -> assertThat(file.reason()).contains("would make the networks beside it longer than"));
        assertThat(files.get("30-c.conf")).isInstanceOf(NetworkFile.Text.class);
        assertThat(files.get("40-d.conflist"))
                .isInstanceOfSatisfying(
                        NetworkFile.Unreadable.class,
                        file -> assertThat(file.reason()).contains("is longer than"));
    }

    /** They are looked at and left alone. */
    @Test
    void readsWhatCannotBeChangedAfterWhatCan() throws Exception {
        write("10-a.json", MEBIBYTE);
        write("20-b.conflist", MEBIBYTE);
        write("30-c.CONF", 10);

        var files = new NetworkReader(new HostRoot(root)).directory("/net.d").files();

        assertThat(files.keySet()).containsExactly("10-a.json", "20-b.conflist");
        assertThat(files.get("10-a.json")).isInstanceOf(NetworkFile.Unreadable.class);
        assertThat(files.get("20-b.conflist")).isInstanceOf(NetworkFile.Text.class);
    }

    private void write(String name, int length) throws IOException {
        var directory = Files.createDirectories(root.resolve("net.d"));
        Files.writeString(directory.resolve(name), "x".repeat(length));
    }
}
