// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.security.PrivateKey;

/** A certificate authority of ours, able to sign. */
record Authority(X509 certificate, PrivateKey key) {

    @Override
    public String toString() {
        return "Authority[" + certificate.serial() + "]";
    }
}
