// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalImageTest {
    @TempDir
    private Path folder;

    @Test
    void holdsTheProgramsAndAFolderToWriteTo() throws Exception {
        var program = Files.writeString(folder.resolve("program"), "binary");
        var tar = folder.resolve("image.tar");
        LocalImage.of("localhost/example:1", Map.of("/bin/tool", program, "/tmp", folder), "/bin/tool")
                .as("65532:65532")
                .write(tar);

        var image = contents(Files.readAllBytes(tar));
        var manifest = JsonMapper.builder().build().readTree(image.get("manifest.json"));
        assertThat(manifest.at("/0/RepoTags/0").asText()).isEqualTo("localhost/example:1");
        var config = JsonMapper.builder()
                .build()
                .readTree(image.get(manifest.at("/0/Config").asText()));
        assertThat(config.at("/config/Entrypoint/0").asText()).isEqualTo("/bin/tool");
        assertThat(config.at("/config/User").asText()).isEqualTo("65532:65532");
        assertThat(config.at("/rootfs/diff_ids/0").asText()).startsWith("sha256:");
        var layer = image.getOrDefault(manifest.at("/0/Layers/0").asText(), new byte[0]);
        var files = contents(new GZIPInputStream(new ByteArrayInputStream(layer)).readAllBytes());
        assertThat(files).containsOnlyKeys("bin/", "bin/tool", "tmp/");
        assertThat(files.get("bin/tool")).asString().isEqualTo("binary");
    }

    @Test
    void isTheSameForTheSamePrograms() throws Exception {
        var program = Files.writeString(folder.resolve("program"), "binary");
        var image =
                LocalImage.of("localhost/example:1", Map.of("/bin/tool", program, "/bin/other", program), "/bin/tool");
        image.write(folder.resolve("one.tar"));
        image.write(folder.resolve("two.tar"));
        assertThat(folder.resolve("two.tar")).hasSameBinaryContentAs(folder.resolve("one.tar"));
    }

    private static Map<String, byte[]> contents(byte[] tar) throws Exception {
        var entries = new LinkedHashMap<String, byte[]>();
        try (var in = new TarArchiveInputStream(new ByteArrayInputStream(tar))) {
            for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                entries.put(entry.getName(), in.readAllBytes());
            }
        }
        return entries;
    }
}
