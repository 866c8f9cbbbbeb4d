// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

/** The API server's own no to a watch. */
final class WatchRefused extends Exception {
    private static final long serialVersionUID = 1;

    private final transient ApiAnswer.Refused refusal;

    WatchRefused(ApiAnswer.Refused refusal) {
        super(refusal.toString());
        this.refusal = refusal;
    }

    ApiAnswer.Refused refusal() {
        return refusal;
    }
}
