// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.security.PrivateKey;

/** A serving certificate with its key, and the authority that signed it; lives in the memory of one replica. */
record Leaf(Certified certified, PrivateKey key, Certified authority) {

    @Override
    public String toString() {
        return "Leaf[" + certified.serial() + " of " + authority.serial() + "]";
    }
}
