// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.contracts.networks.AttachmentScope;

/** Reads where the attachments are, from the variables that all services have in common which have to know. */
public final class AttachmentScopeSetting {
    private static final String SCOPE = SettingsReader.PREFIX + "ATTACHMENT_SCOPE";
    private static final String NAMESPACE = SettingsReader.PREFIX + "ATTACHMENT_NAMESPACE";

    private AttachmentScopeSetting() {}

    /** {@return where they are; in each namespace where nobody says anything else} */
    public static AttachmentScope read(SettingsReader reader) {
        return new AttachmentScope(
                reader.oneOf(SCOPE, AttachmentScope.Kind.PER_NAMESPACE),
                reader.parsed(NAMESPACE, AttachmentScope.OPEN, AttachmentScopeSetting::namespace));
    }

    private static Result<String> namespace(String name) {
        return ObjectNames.isLabel(name) ? new Result.Ok<>(name) : new Result.Not<>("must be the name of a namespace");
    }
}
