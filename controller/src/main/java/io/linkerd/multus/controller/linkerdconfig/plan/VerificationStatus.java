// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

/** How far the text that was written last is verified by dry runs. */
public enum VerificationStatus {
    /** No text was written. */
    NONE("None"),
    /** Results do not agree yet, since kubelets update each injector at a time of their own. */
    WAITING("Waiting"),
    /** The injectors inject with the new text. */
    AGREED("Agreed"),
    /** No result: a permission is missing, or a request failed. */
    NOT_ASKED("NotAsked");

    private final String title;

    VerificationStatus(String title) {
        this.title = title;
    }

    /** {@return its name in the status} */
    public String title() {
        return title;
    }
}
