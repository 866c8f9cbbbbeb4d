// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

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

    private static String decoded(String text, String key) {
        var value = Pattern.compile(key + ": (\\S+)").matcher(text);
        assertThat(value.find()).isTrue();
        return new String(Base64.getDecoder().decode(value.group(1)), StandardCharsets.US_ASCII);
    }
}
