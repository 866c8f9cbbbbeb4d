// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.certificates;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The blocks of a text in PEM (RFC 7468). Blanks within them, and all text around them, mean nothing.
 *
 * @param blocks in their order, those as well that do not end
 */
public record PemBundle(List<Block> blocks) {
    private static final Pattern BEGIN = Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** Copies. */
    public PemBundle {
        blocks = List.copyOf(blocks);
    }

    /**
     * A block.
     *
     * @param label what it says that it holds, as {@code CERTIFICATE}
     * @param base64 what it holds, without blanks; empty where the block does not end
     */
    public record Block(String label, Optional<String> base64) {

        /** {@return whether it says that it is a certificate} */
        public boolean isCertificate() {
            return label.equals("CERTIFICATE");
        }

        /** {@return the certificate that it holds, if it does} */
        public Optional<X509Certificate> certificate() {
            try {
                var der = Base64.getDecoder().decode(base64.orElse(""));
                return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der))
                                instanceof X509Certificate certificate
                        ? Optional.of(certificate)
                        : Optional.empty();
            } catch (CertificateException | IllegalArgumentException _) {
                return Optional.empty();
            }
        }
    }

    /** {@return the blocks of a text} One ends before the next begins. */
    public static PemBundle read(String text) {
        var begins = BEGIN.matcher(text).results().toList();
        var blocks = new ArrayList<Block>();
        for (int index = 0; index < begins.size(); index++) {
            var begin = begins.get(index);
            int next = index + 1 < begins.size() ? begins.get(index + 1).start() : text.length();
            var label = begin.group(1);
            var rest = text.substring(begin.end(), next);
            int end = rest.indexOf("-----END " + label + "-----");
            blocks.add(new Block(
                    label,
                    end < 0
                            ? Optional.empty()
                            : Optional.of(BLANKS.matcher(rest.substring(0, end)).replaceAll(""))));
        }
        return new PemBundle(blocks);
    }

    /** {@return the blocks that say that they are certificates} */
    public List<Block> certificates() {
        return blocks.stream().filter(Block::isCertificate).toList();
    }
}
