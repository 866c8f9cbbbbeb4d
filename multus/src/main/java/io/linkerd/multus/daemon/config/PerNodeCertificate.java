// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The certificate by which the daemon of one node is known to the API server, in place of its service account.
 *
 * @param bootstrapKubeconfig what the first one is asked for with
 * @param certDir where it is kept
 * @param certDuration how long one is asked for, as Go writes lengths of time
 */
public record PerNodeCertificate(Path bootstrapKubeconfig, Path certDir, String certDuration) {
    private static final String CERT_DURATION = "10m";

    /** {@return what is asked for, if it is enabled} */
    static Optional<PerNodeCertificate> of(ConfigFields fields) {
        var duration = fields.text("certDuration").orElse(CERT_DURATION);
        var kubeconfig = fields.path("bootstrapKubeconfig");
        var directory = fields.path("certDir");
        if (!fields.flag("enabled").orElse(false)) {
            return Optional.empty();
        }
        if (kubeconfig.isEmpty()) {
            required(fields, "bootstrapKubeconfig");
        }
        if (directory.isEmpty()) {
            required(fields, "certDir");
        }
        return kubeconfig.flatMap(path -> directory.map(folder -> new PerNodeCertificate(path, folder, duration)));
    }

    private static void required(ConfigFields fields, String field) {
        fields.problem(field, "is required where perNodeCertificate is enabled", ExitCode.SERVER_NOT_STARTED);
    }
}
