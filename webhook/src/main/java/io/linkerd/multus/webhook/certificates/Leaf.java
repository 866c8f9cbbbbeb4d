// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.security.PrivateKey;

/** A serving certificate with its key, and the authority that signed it; lives in the memory of one replica. */
record Leaf(X509 certificate, PrivateKey key, X509 authority) {

    @Override
    public String toString() {
        return "Leaf[" + certificate.serial() + " of " + authority.serial() + "]";
    }
}
