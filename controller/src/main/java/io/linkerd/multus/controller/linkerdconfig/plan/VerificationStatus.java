// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

/** How far Linkerd's injectors have been asked about the text that was written last. */
public enum VerificationStatus {
    /** Nothing was written that had to be asked about. */
    NONE("None"),
    /** Their answers do not agree yet, since kubelets bring the new text to them by and by. */
    WAITING("Waiting"),
    /** They inject with the new text. */
    AGREED("Agreed"),
    /** They cannot be asked: no right, or no answer. */
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
