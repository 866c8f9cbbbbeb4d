// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeconfigTest {
    private final ClusterAuthority authority = ClusterAuthority.create("local", InstantSource.system());
    private final Identity admin = authority.issueClient("admin", "system:masters");

    @Test
    void carriesServerAuthorityAndUser() {
        var text = new Kubeconfig("shop", URI.create("https://127.0.0.1:6443"), authority.certificate(), admin).text();

        assertThat(text).contains("server: \"https://127.0.0.1:6443\"\n").contains("current-context: shop\n");
        assertThat(decoded(text, "certificate-authority-data"))
                .isEqualTo(authority.identity().certificatePem());
        assertThat(decoded(text, "client-certificate-data")).isEqualTo(admin.certificatePem());
        assertThat(decoded(text, "client-key-data")).isEqualTo(admin.privateKeyPem());
    }

    @Test
    void refusesANameThatYamlWouldReadDifferently() {
        var server = URI.create("https://127.0.0.1:6443");

        assertThatThrownBy(() -> new Kubeconfig("a: b", server, authority.certificate(), admin))
                .hasMessageContaining("a: b");
    }

    @Test
    void readsWhatItWrote(@TempDir Path folder) throws IOException {
        var written = new Kubeconfig("shop", URI.create("https://127.0.0.1:6443"), authority.certificate(), admin);
        written.write(folder.resolve("admin.kubeconfig"));

        assertThat(Kubeconfig.read(folder.resolve("admin.kubeconfig"))).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "server: \"https://127.0.0.1\"",
                "current-context: a\nserver: \"https://127.0.0.1\"\nclient-key-data: AAAA"
            })
    void refusesAFileThatItDidNotWrite(String text, @TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("other.kubeconfig"), text);

        assertThatThrownBy(() -> Kubeconfig.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("other.kubeconfig");
    }

    private static String decoded(String text, String key) {
        var value = Pattern.compile(key + ": (\\S+)").matcher(text);
        assertThat(value.find()).isTrue();
        return new String(Base64.getDecoder().decode(value.group(1)), StandardCharsets.US_ASCII);
    }
}
