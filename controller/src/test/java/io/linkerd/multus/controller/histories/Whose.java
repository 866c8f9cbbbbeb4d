// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import com.fasterxml.jackson.databind.JsonNode;

/** Whose an object is, by what the documents say of labels and owners: worked out without any of the product's code. */
final class Whose {
    private static final String RELEASE = "linkerd-multus";

    private Whose() {}

    /** {@return whether it carries the mark of our release, or that of its version which did not name itself} */
    static boolean isOurs(JsonNode object) {
        var labels = object.at("/metadata/labels");
        var instance = labels.path("app.kubernetes.io/instance").asText();
        var owner = object.at("/metadata/ownerReferences/0/name").asText();
        return labels.path("app.kubernetes.io/managed-by").asText().equals(RELEASE)
                && (instance.isEmpty()
                        ? owner.isEmpty() || owner.equals(RELEASE + "-controller")
                        : instance.equals(RELEASE));
    }

    /** {@return whether the attachment is to be left alone} Ours that says nothing is ours only with all other marks. */
    static boolean isForeignAttachment(JsonNode attachment, boolean adopts) {
        if (adopts && isOperators(attachment)) {
            return false;
        }
        var says = attachment.at("/spec/config").isTextual();
        var marked = attachment.at("/metadata/labels").has("app.kubernetes.io/instance")
                && !attachment.at("/metadata/ownerReferences").isEmpty();
        return !isOurs(attachment) || !(says || marked);
    }

    /** {@return whether it is as the attach operator made it} */
    static boolean isOperators(JsonNode attachment) {
        return attachment.at("/metadata/labels").isEmpty()
                && attachment.at("/metadata/ownerReferences").isEmpty()
                && attachment.at("/spec/config").asText().equals(Configs.OPERATORS);
    }
}
