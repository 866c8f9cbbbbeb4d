// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

/** Steps in which an operand is made or changed, in order: one begins when the one before is done and works. */
enum Stage {
    /** Accounts, rights, addresses, limits. */
    FOUNDATION("what the parts stand on"),
    /** The plugin on the nodes: whoever is meshed next needs it. */
    INSTALLER("the installer"),
    /** What answers. */
    WEBHOOK("the webhook"),
    /** What asks: never before somebody answers. */
    ADMISSION("the webhook's configuration");

    private final String words;

    Stage(String words) {
        this.words = words;
    }

    static Stage of(OperandKind kind) {
        return switch (kind.kind()) {
            case "DaemonSet" -> INSTALLER;
            case "Deployment" -> WEBHOOK;
            case "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration" -> ADMISSION;
            default -> FOUNDATION;
        };
    }

    /** {@return what a person calls it} */
    String inWords() {
        return words;
    }
}
