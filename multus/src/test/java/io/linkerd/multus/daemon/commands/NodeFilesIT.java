// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.networks.SeenPath;
import io.linkerd.multus.daemon.networks.SeenPath.ConfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeFilesIT {
    @TempDir
    private Path folder;

    @Test
    void findsNothingWhereThereIsNothing() {
        assertThat(NodeFiles.look(folder.resolve("x").toString())).isEqualTo(new SeenPath.Absent());
        assertThat(NodeFiles.look("\0")).isEqualTo(new SeenPath.Absent());
    }

    @Test
    void readsAFileAlsoBehindALink() throws IOException {
        var file = Files.writeString(folder.resolve("a.conf"), "{}");
        var link = Files.createSymbolicLink(folder.resolve("link"), file);

        assertThat(NodeFiles.look(link.toString())).isEqualTo(new SeenPath.File("{}"));
    }

    @Test
    void readsTheConfigurationsOfAFolderAlone() throws IOException {
        Files.writeString(folder.resolve("b.conflist"), "[]");
        Files.createSymbolicLink(folder.resolve("a.conf"), folder.resolve("b.conflist"));
        Files.createSymbolicLink(folder.resolve("dangling.json"), folder.resolve("none"));
        Files.writeString(folder.resolve("README"), "text");
        Files.createDirectory(folder.resolve("chain.conf"));

        assertThat(NodeFiles.look(folder.toString()))
                .isEqualTo(new SeenPath.Folder(List.of(
                        new ConfFile("a.conf", new Result.Ok<>("[]")),
                        new ConfFile("b.conflist", new Result.Ok<>("[]")),
                        new ConfFile(
                                "dangling.json",
                                new Result.Not<>(folder.resolve("dangling.json") + " does not exist")))));
    }

    @Test
    void saysWhyAFileIsNoText() throws IOException {
        var file = Files.write(folder.resolve("a.conf"), new byte[] {(byte) 0xff});

        assertThat(NodeFiles.look(file.toString())).isEqualTo(new SeenPath.Unreadable("it is not UTF-8"));
    }
}
