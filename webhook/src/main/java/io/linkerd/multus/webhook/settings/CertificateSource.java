// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.settings;

import static io.linkerd.multus.service.settings.SettingsReader.PREFIX;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.settings.SettingsReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where this replica's certificate comes from.
 *
 * @param maker who makes it
 * @param directory where the Secret is mounted; without meaning where the webhook makes it itself
 * @param caBundle whom API servers trust, PEM, where the release says so; empty where others tell them
 */
public record CertificateSource(Maker maker, Path directory, Optional<String> caBundle) {
    private static final Path PRESET_DIRECTORY = Path.of("/var/run/linkerd-multus/certificate");

    /** Who makes serving certificates. */
    public enum Maker {
        /** The webhook, with an authority of its own. */
        SELF_ISSUED("SelfIssued"),
        /** cert-manager, by a Certificate. */
        CERT_MANAGER("CertManager"),
        /** OpenShift's service-ca operator, by an annotation of the Service. */
        SERVICE_CA("ServiceCa"),
        /** Whoever fills a Secret. */
        SECRET("Secret");

        private final String title;

        Maker(String title) {
            this.title = title;
        }

        /** {@return its name in settings, logs and metrics} */
        public String title() {
            return title;
        }

        private static Result<Maker> read(String text) {
            return Arrays.stream(values())
                    .filter(maker -> maker.title.equalsIgnoreCase(text))
                    .findFirst()
                    .<Result<Maker>>map(Result.Ok::new)
                    .orElseGet(() -> new Result.Not<>("must be one of "
                            + Arrays.stream(values()).map(Maker::title).collect(Collectors.joining(", "))));
        }
    }

    /** {@return the source of a webhook that nobody has told of another} */
    public static CertificateSource selfIssued() {
        return new CertificateSource(Maker.SELF_ISSUED, PRESET_DIRECTORY, Optional.empty());
    }

    static CertificateSource read(SettingsReader reader) {
        var preset = selfIssued();
        return new CertificateSource(
                reader.parsed(PREFIX + "CERTIFICATE_SOURCE", preset.maker(), Maker::read),
                reader.parsed(PREFIX + "CERTIFICATE_DIRECTORY", preset.directory(), CertificateSource::absolute),
                bundle(reader));
    }

    /** One that cannot be read would count as none, and be asked for nowhere. */
    private static Optional<String> bundle(SettingsReader reader) {
        var key = PREFIX + "CA_BUNDLE";
        var bundle = reader.text(key);
        if (bundle.filter(pem -> !isReadable(pem)).isPresent()) {
            // Without the value, which may be a key in the wrong place.
            reader.problem(key, "", "must be certificates in PEM, and one of it cannot be read");
        }
        return bundle;
    }

    private static boolean isReadable(String pem) {
        try {
            var bytes = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
            return !CertificateFactory.getInstance("X.509")
                    .generateCertificates(bytes)
                    .isEmpty();
        } catch (CertificateException _) {
            return false;
        }
    }

    /** Without the bundle itself, which is long. */
    @Override
    public String toString() {
        return maker.title()
                + (maker == Maker.SELF_ISSUED ? "" : " in " + directory)
                + (caBundle.isEmpty() ? "" : ", trusted by a bundle of the release");
    }

    private static Result<Path> absolute(String text) {
        return text.startsWith("/") ? new Result.Ok<>(Path.of(text)) : new Result.Not<>("must be an absolute path");
    }
}
