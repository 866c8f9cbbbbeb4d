// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.JsonWriter;
import io.linkerd.multus.service.files.DurableDocument;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.MalformedDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The journal as JSON, version 1 or 2.
 *
 * <p>Owners, kinds, extended attributes and boots came after the first release, which reads a journal that has them and passes over them, and
 * writes one that has not: they may be missing. What that release would have to know is version 2, which it leaves alone: files that are
 * not ours as a whole, and files of which it would think that they are its own.
 */
final class JournalFormat implements DurableDocument.Format<Journal> {
    /** What the installer wrote down for itself: a few kB. */
    static final JsonLimits LIMITS =
            JsonLimits.ofLength(4 << 20).keys(50_000).depth(500).recurringKeys().build();

    /** It names paths and sums, no secret. */
    private static final int EVERYBODY_READS = 0644;

    private static final long WHOLE_FILES = 1;
    private static final long ALL = 2;

    @Override
    public JsonLimits limits() {
        return LIMITS;
    }

    @Override
    public int modeAside() {
        return EVERYBODY_READS;
    }

    @Override
    public String write(Journal journal) {
        return JsonWriter.text(json -> {
                    json.object();
                    json.number("version", version(journal));
                    writeUnlessEmpty(json, "owner", journal.owner());
                    json.text("platform", journal.platform());
                    writeTexts(json, "directories", journal.directories());
                    json.list("files");
                    journal.entries().forEach(entry -> writeEntry(json, entry));
                    json.end();
                    json.end();
                })
                + "\n";
    }

    private static void writeEntry(JsonWriter json, JournalEntry entry) {
        json.object();
        json.text("path", entry.path());
        writeUnlessEmpty(json, "kind", entry.kind().label());
        writeUnlessEmpty(json, "owner", entry.owner().name());
        writeUnlessEmpty(json, "boot", entry.seen().id());
        writeTexts(json, "ours", entry.ours().stream().map(Fingerprint::text).toList());
        OriginalFormat.write(json, entry.original());
        json.end();
    }

    static void writeTexts(JsonWriter json, String name, List<String> texts) {
        json.list(name);
        texts.forEach(json::text);
        json.end();
    }

    private static void writeUnlessEmpty(JsonWriter json, String name, String text) {
        if (!text.isEmpty()) {
            json.text(name, text);
        }
    }

    private static long version(Journal journal) {
        return journal.entries().stream()
                        .allMatch(entry ->
                                !entry.kind().isOthers() && entry.owner().equals(EntryOwner.DAEMON))
                ? WHOLE_FILES
                : ALL;
    }

    @Override
    public boolean isKnown(long version) {
        return version == WHOLE_FILES || version == ALL;
    }

    /** A missing or strange member is malformed as a whole. */
    @Override
    public Journal read(JsonValue json) throws MalformedDocument {
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

    private static JournalEntry readEntry(JsonValue file) throws MalformedDocument {
        var ours = new ArrayList<Fingerprint>();
        for (var fingerprint : texts(file, "ours")) {
            ours.add(fingerprint(fingerprint));
        }
        var kind = EntryKind.named(optional(file, "kind"))
                .orElseThrow(() -> new MalformedDocument("kind is none that there is"));
        return new JournalEntry(
                required(file.text("path"), "path"),
                kind,
                new EntryOwner(optional(file, "owner")),
                ours,
                OriginalFormat.read(file),
                new Boot(optional(file, "boot")));
    }

    private static List<JsonValue> items(JsonValue json, String name) throws MalformedDocument {
        if (json.member(name).orElse(null) instanceof JsonValue.Elements array) {
            return array.elements();
        }
        throw new MalformedDocument(name + " is no list, or missing");
    }

    static List<String> texts(JsonValue json, String name) throws MalformedDocument {
        var texts = new ArrayList<String>();
        for (var item : items(json, name)) {
            texts.add(required(item.text(), "a text in " + name));
        }
        return texts;
    }

    static Fingerprint fingerprint(String text) throws MalformedDocument {
        try {
            return new Fingerprint(text);
        } catch (IllegalArgumentException e) {
            throw new MalformedDocument(String.valueOf(e.getMessage()), e);
        }
    }

    private static String optional(JsonValue json, String name) throws MalformedDocument {
        return json.has(name) ? required(json.text(name), name) : "";
    }

    static String required(Optional<String> text, String name) throws MalformedDocument {
        return text.orElseThrow(() -> new MalformedDocument(name + " is missing"));
    }
}
