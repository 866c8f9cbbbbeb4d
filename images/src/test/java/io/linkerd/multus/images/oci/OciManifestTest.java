// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.tools.jib.json.JsonTemplateMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OciManifestTest {
    private static final Content CONTENT = Content.of("text/plain", "content".getBytes(StandardCharsets.UTF_8));
    private static final Descriptor SUBJECT = new Descriptor(OciManifest.MANIFEST, "sha256:" + "5".repeat(64), 7);

    @Test
    void isNamedByTheDigestOfTheBytesThatAreSent() throws IOException {
        var manifest = OciManifest.ofImage(CONTENT.descriptor(), List.of(CONTENT.descriptor()));

        var sent = JsonTemplateMapper.toByteArray(manifest);

        assertThat(manifest.descriptor())
                .isEqualTo(Content.of(OciManifest.MANIFEST, sent).descriptor());
        assertThat(new String(sent, StandardCharsets.UTF_8))
                .startsWith("{\"schemaVersion\":2,\"mediaType\":\"" + OciManifest.MANIFEST + "\",\"config\":{");
    }

    @Test
    void ofTwoArchitecturesIsTheSameInAnyOrder() throws IOException {
        var one = OciManifest.index(new TreeMap<>(Map.of("arm64", SUBJECT, "amd64", CONTENT.descriptor())));

        assertThat(one.json().at("/manifests/0/platform/architecture").asText()).isEqualTo("amd64");
        assertThat(one.json().at("/manifests/1/digest").asText()).isEqualTo(SUBJECT.digest());
    }

    @Test
    void aboutAnImageNamesItAndIsListedByWhatItIs() throws IOException {
        var about = OciManifest.about(SUBJECT, CONTENT.descriptor());

        assertThat(about.json().at("/subject/digest").asText()).isEqualTo(SUBJECT.digest());
        var listed = OciManifest.referrers(List.of(about)).json().at("/manifests/0");
        assertThat(listed.path("artifactType").asText()).isEqualTo("text/plain");
        assertThat(listed.path("digest").asText()).isEqualTo(about.descriptor().digest());
    }

    @Test
    void aFileIsNamedAsItsBytesAre(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("file"), "content");

        assertThat(Content.of("text/plain", file).descriptor()).isEqualTo(CONTENT.descriptor());
        assertThatThrownBy(() -> new Descriptor("text/plain", "sha256:12", 1)).hasMessageContaining("sha256:12");
    }

    @Test
    void noTlsIsForThisMachineAlone() {
        assertThat(List.of("localhost:5000", "127.0.0.1:1", "127.1.2.3", "[::1]:80"))
                .allMatch(Loopback::isHost);
        assertThat(List.of("localhost.example.com", "example.com:5000", "10.0.0.1:5000", "127.0.0.1.example.com"))
                .noneMatch(Loopback::isHost);
    }
}
