// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.service.files.Fingerprint;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The journal as JSON, version 1 or 2.
 *
 * <p>Owners, kinds, extended attributes and boots came after the first release, which reads a journal that has them and passes over them, and
 * writes one that has not: they may be missing. What that release would have to know is version 2, which it leaves alone: files that are
 * not ours as a whole, and files of which it would think that they are its own.
 */
final class JournalFormat {
    /** What the installer wrote down for itself: a few kB. */
    public static final JsonLimits LIMITS =
            JsonLimits.ofLength(4 << 20).keys(50_000).depth(500).recurringKeys().build();

    private static final long WHOLE_FILES = 1;
    private static final long ALL = 2;
    private static final JsonFactory FACTORY = new JsonFactory();

    private JournalFormat() {}

    static String write(Journal journal) {
        var text = new StringWriter();
        try (var json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeNumberProperty("version", version(journal));
            writeUnlessEmpty(json, "owner", journal.owner());
            json.writeStringProperty("platform", journal.platform());
            writeTexts(json, "directories", journal.directories());
            json.writeName("files").writeStartArray();
            journal.entries().forEach(entry -> writeEntry(json, entry));
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }

    private static void writeEntry(JsonGenerator json, JournalEntry entry) {
        json.writeStartObject();
        json.writeStringProperty("path", entry.path());
        writeUnlessEmpty(json, "kind", entry.kind().label());
        writeUnlessEmpty(json, "owner", entry.owner().name());
        writeUnlessEmpty(json, "boot", entry.seen().id());
        writeTexts(json, "ours", entry.ours().stream().map(Fingerprint::text).toList());
        OriginalFormat.write(json, entry.original());
        json.writeEndObject();
    }

    static void writeTexts(JsonGenerator json, String name, List<String> texts) {
        json.writeName(name).writeStartArray();
        texts.forEach(json::writeString);
        json.writeEndArray();
    }

    private static void writeUnlessEmpty(JsonGenerator json, String name, String text) {
        if (!text.isEmpty()) {
            json.writeStringProperty(name, text);
        }
    }

    private static long version(Journal journal) {
        return journal.entries().stream()
                        .allMatch(entry ->
                                !entry.kind().isOthers() && entry.owner().equals(EntryOwner.DAEMON))
                ? WHOLE_FILES
                : ALL;
    }

    /** {@return whether this release understands a journal of that version} */
    static boolean isKnown(long version) {
        return version == WHOLE_FILES || version == ALL;
    }

    /** Reads a journal of a version that is known; a missing or strange member is malformed as a whole. */
    static Journal read(JsonValue json) throws MalformedJournal {
        var entries = new ArrayList<JournalEntry>();
        for (var file : items(json, "files")) {
            entries.add(readEntry(file));
        }
        return new Journal(
                optional(json, "owner"),
                required(json.text("platform"), "platform"),
                texts(json, "directories"),
                entries);
    }

    static long version(JsonValue json) throws MalformedJournal {
        return json.number("version").orElseThrow(() -> new MalformedJournal("version is missing"));
    }

    private static JournalEntry readEntry(JsonValue file) throws MalformedJournal {
        var ours = new ArrayList<Fingerprint>();
        for (var fingerprint : texts(file, "ours")) {
            ours.add(fingerprint(fingerprint));
        }
        var kind = EntryKind.named(optional(file, "kind"))
                .orElseThrow(() -> new MalformedJournal("kind is none that there is"));
        return new JournalEntry(
                required(file.text("path"), "path"),
                kind,
                new EntryOwner(optional(file, "owner")),
                ours,
                OriginalFormat.read(file),
                new Boot(optional(file, "boot")));
    }

    private static List<JsonValue> items(JsonValue json, String name) throws MalformedJournal {
        if (json.member(name).orElse(null) instanceof JsonValue.Elements array) {
            return array.elements();
        }
        throw new MalformedJournal(name + " is no list, or missing");
    }

    static List<String> texts(JsonValue json, String name) throws MalformedJournal {
        var texts = new ArrayList<String>();
        for (var item : items(json, name)) {
            texts.add(required(item.text(), "a text in " + name));
        }
        return texts;
    }

    static Fingerprint fingerprint(String text) throws MalformedJournal {
        try {
            return new Fingerprint(text);
        } catch (IllegalArgumentException e) {
            throw new MalformedJournal(String.valueOf(e.getMessage()), e);
        }
    }

    private static String optional(JsonValue json, String name) throws MalformedJournal {
        return json.has(name) ? required(json.text(name), name) : "";
    }

    static String required(Optional<String> text, String name) throws MalformedJournal {
        return text.orElseThrow(() -> new MalformedJournal(name + " is missing"));
    }

    static JsonValue parse(byte[] bytes) throws MalformedJournal {
        return switch (JsonValue.read(bytes, LIMITS)) {
            case Result.Ok<JsonValue>(var json) -> json;
            case Result.Not<JsonValue>(var reason) -> throw new MalformedJournal(reason);
        };
    }
}
