// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.util.List;

/**
 * What an object that was applied has on it, so that nobody's object of the same name is removed in its place. The API server's own
 * {@code managedFields} do not tell: they have no word of who applied an object that is nothing but a name.
 */
final class Mark {
    private static final String ANNOTATIONS = "annotations";
    private static final String MEMBER =
            JsonEdit.member(LinkerdMultus.APPLIED_BY_ANNOTATION, JsonEdit.quote(LinkerdMultus.VERBS_FIELD_MANAGER));

    private Mark() {}

    /** {@return the object as it is written, with the mark; one whose annotations are none is the API server's to refuse} */
    static String on(String object) {
        return JsonText.read(object, Manifest.LIMITS)
                .map(json -> json.with(edits(json)))
                .orElse(_ -> object);
    }

    /** {@return whether an object of the cluster has it} */
    static boolean isOn(JsonValue object) {
        return object.text("metadata", ANNOTATIONS, LinkerdMultus.APPLIED_BY_ANNOTATION)
                .filter(LinkerdMultus.VERBS_FIELD_MANAGER::equals)
                .isPresent();
    }

    private static List<JsonEdit> edits(JsonText json) {
        if (!(json.root().member("metadata").orElse(null) instanceof JsonValue.Members metadata)) {
            return List.of();
        }
        for (var member : metadata.members()) {
            if (member.name().equals(ANNOTATIONS)) {
                return switch (member.value()) {
                    case JsonValue.Members some when some.has(LinkerdMultus.APPLIED_BY_ANNOTATION) -> List.of();
                    case JsonValue.Members some -> List.of(json.append(some, List.of(MEMBER)));
                    case JsonValue.Null none -> List.of(JsonEdit.replace(none, "{" + MEMBER + "}"));
                    case JsonValue.Elements _, JsonValue.Text _, JsonValue.Whole _, JsonValue.Other _ -> List.of();
                };
            }
        }
        return List.of(json.append(metadata, List.of(JsonEdit.member(ANNOTATIONS, "{" + MEMBER + "}"))));
    }
}
