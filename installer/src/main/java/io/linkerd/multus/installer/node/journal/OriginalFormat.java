// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.JsonWriter;
import io.linkerd.multus.service.files.ExtendedAttributes;
import io.linkerd.multus.service.files.MalformedDocument;
import io.linkerd.multus.service.files.Ownership;
import java.util.List;

/** What was there before us, as the member {@code before} of an entry in the journal. */
final class OriginalFormat {
    private static final String BEFORE = "before";
    private static final String ATTRIBUTES = "attributes";

    private OriginalFormat() {}

    static void write(JsonWriter json, Original original) {
        json.object(BEFORE);
        switch (original) {
            case Original.Nothing _ -> json.text("kind", "nothing");
            case Original.Link(var target) -> {
                json.text("kind", "link");
                json.text("target", target);
            }
            case Original.File file -> writeFile(json, file);
        }
        json.end();
    }

    private static void writeFile(JsonWriter json, Original.File file) {
        json.text("kind", "file");
        json.text("fingerprint", file.fingerprint().text());
        json.number("user", file.ownership().user());
        json.number("group", file.ownership().group());
        json.number("mode", file.ownership().mode());
        if (!file.attributes().texts().isEmpty()) {
            JournalFormat.writeTexts(json, ATTRIBUTES, file.attributes().texts());
        }
    }

    static Original read(JsonValue entry) throws MalformedDocument {
        var kind = JournalFormat.required(entry.text(BEFORE, "kind"), "before.kind");
        return switch (kind) {
            case "nothing" -> new Original.Nothing();
            case "link" -> new Original.Link(JournalFormat.required(entry.text(BEFORE, "target"), "before.target"));
            case "file" -> readFile(entry);
            default -> throw new MalformedDocument("before.kind is " + kind);
        };
    }

    private static Original.File readFile(JsonValue entry) throws MalformedDocument {
        var fingerprint = JournalFormat.required(entry.text(BEFORE, "fingerprint"), "before.fingerprint");
        var ownership = new Ownership(number(entry, "user"), number(entry, "group"), number(entry, "mode"));
        return new Original.File(JournalFormat.fingerprint(fingerprint), ownership, attributes(entry));
    }

    private static ExtendedAttributes attributes(JsonValue entry) throws MalformedDocument {
        var before = entry.member(BEFORE).filter(member -> member.has(ATTRIBUTES));
        try {
            return new ExtendedAttributes(
                    before.isPresent() ? JournalFormat.texts(before.get(), ATTRIBUTES) : List.of());
        } catch (IllegalArgumentException e) {
            throw new MalformedDocument("before.attributes: " + e.getMessage(), e);
        }
    }

    private static int number(JsonValue entry, String name) throws MalformedDocument {
        var number = entry.number(BEFORE, name);
        if (number.isEmpty() || number.getAsLong() != (int) number.getAsLong()) {
            throw new MalformedDocument("before." + name + " is no number, or too large");
        }
        return (int) number.getAsLong();
    }
}
