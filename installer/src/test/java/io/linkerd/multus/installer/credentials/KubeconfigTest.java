// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.service.kube.TrustAnchor;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeconfigTest {
    /** A certificate that signs nothing, for an authority that nobody has the key of. */
    private static final String PEM = """
            -----BEGIN CERTIFICATE-----
            MIIBejCCASGgAwIBAgIUVek6itYMzdRNEoC0CKNWCIWQiAEwCgYIKoZIzj0EAwIw
            EjEQMA4GA1UEAwwHdGVzdC1jYTAgFw0yNjExMjExMTIwMDZaGA8yMTI2MTAyODEx
            MjAwNlowEjEQMA4GA1UEAwwHdGVzdC1jYTBZMBMGByqGSM49AgEGCCqGSM49AwEH
            A0IABKLb61jEf0CyVUQAflYMjVKiML6UxF6P7beJnT8dgj3M+Vl8II0AeRWZgStT
            fidI9cZGsewsnw7hh2VpP+djZtyjUzBRMB0GA1UdDgQWBBRKDVphdJwoTEBe5jmo
            91pvel+dYDAfBgNVHSMEGDAWgBRKDVphdJwoTEBe5jmo91pvel+dYDAPBgNVHRMB
            Af8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIGQrBQulGl05mXUGT856jDVpL0qB
            I3AsdTMNPV7e0KCIAiAPXO0I5bvolhjtOfQN+1R2dY/m1MAKNfPX6s+ix12GHw==
            -----END CERTIFICATE-----
            """;

    @Test
    void hasTheShapeAndTheNamesThatLinkerdsPluginAsksFor() {
        var text =
                new Kubeconfig("https://[fd00::1]:443", new TrustAnchor(PEM), PluginToken.of("abc.def-_~+/=")).text();

        assertThat(text).isEqualTo("""
                        # Kubeconfig file for the Linkerd CNI plugin, kept by linkerd-multus.
                        apiVersion: v1
                        kind: Config
                        clusters:
                        - name: local
                          cluster:
                            server: https://[fd00::1]:443
                            certificate-authority-data: %s
                        users:
                        - name: linkerd-cni
                          user:
                            token: abc.def-_~+/=
                        contexts:
                        - name: linkerd-cni-context
                          context:
                            cluster: local
                            user: linkerd-cni
                        current-context: linkerd-cni-context
                        """.formatted(
                        Base64.getEncoder().encodeToString(PEM.strip().getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void findsItsTokenAgain() {
        var text = new Kubeconfig("https://h:1", new TrustAnchor(PEM), PluginToken.of("the-token")).text();
        assertThat(Kubeconfig.tokenIn(text)).contains("the-token");
        assertThat(Kubeconfig.tokenIn("")).isEmpty();
        assertThat(Kubeconfig.tokenIn(text.substring(0, text.indexOf("token:") + 7)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "junk", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"})
    void refusesATrustAnchorThatIsNone(String pem) {
        assertThatThrownBy(() -> new TrustAnchor(pem)).isInstanceOf(IllegalArgumentException.class);
    }
}
