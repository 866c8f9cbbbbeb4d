// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.service.kube.TrustAnchor;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The file that the plugin reads: cluster {@code local}, user {@code linkerd-cni}, context {@code linkerd-cni-context}.
 *
 * <p>The context's name is part of the contract: linkerd-cni asks for it by name.
 */
public record Kubeconfig(String server, TrustAnchor anchor, PluginToken token) {
    private static final String CONTEXT = Linkerd.KUBECONFIG_CONTEXT;
    private static final Pattern TOKEN = Pattern.compile("(?m)^ {4}token: (\\S+)$");

    /** {@return the file's text} */
    public String text() {
        var ca = Base64.getEncoder().encodeToString(anchor.pem().strip().getBytes(StandardCharsets.UTF_8));
        return """
                # Kubeconfig file for the Linkerd CNI plugin, kept by linkerd-multus.
                apiVersion: v1
                kind: Config
                clusters:
                - name: local
                  cluster:
                    server: %s
                    certificate-authority-data: %s
                users:
                - name: %s
                  user:
                    token: %s
                contexts:
                - name: %s
                  context:
                    cluster: local
                    user: %s
                current-context: %s
                """.formatted(server, ca, Linkerd.PLUGIN, token.value(), CONTEXT, Linkerd.PLUGIN, CONTEXT);
    }

    /** {@return the token in a file that we wrote earlier; empty for anything else} */
    static Optional<String> tokenIn(String text) {
        var matcher = TOKEN.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
