// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.service.files.ExtendedAttributes;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads a journal as the first release does: by the names of members, and past all that it does not know. Never to be changed. */
final class FirstRelease {
    private FirstRelease() {}

    static Journal read(String text) {
        var json = JsonValue.read(
                        text.getBytes(StandardCharsets.UTF_8),
                        JsonLimits.ofLength(4 << 20).build())
                .orElse(reason -> {
                    throw new AssertionError(reason);
                });
        if (json.number("version").orElseThrow() != 1) {
            throw new AssertionError("written by another linkerd-multus");
        }
        return new Journal(
                "",
                json.text("platform").orElseThrow(),
                json.texts("directories"),
                json.items("files").stream().map(FirstRelease::entry).toList());
    }

    /** What of a journal the first release has an idea of. */
    static Journal knownTo(Journal journal) {
        return new Journal("", journal.platform(), journal.directories(), known(journal.entries()));
    }

    private static List<JournalEntry> known(List<JournalEntry> entries) {
        return entries.stream()
                .map(entry -> new JournalEntry(
                        entry.path(), EntryKind.UNSAID, EntryOwner.DAEMON, entry.ours(), known(entry.original())))
                .toList();
    }

    private static Original known(Original original) {
        return original instanceof Original.File file ? file.with(ExtendedAttributes.NONE) : original;
    }

    private static JournalEntry entry(JsonValue file) {
        var ours = file.texts("ours").stream().map(Fingerprint::new).toList();
        return new JournalEntry(
                file.text("path").orElseThrow(), EntryKind.UNSAID, EntryOwner.DAEMON, ours, original(file));
    }

    private static Original original(JsonValue file) {
        var kind = file.text("before", "kind").orElseThrow();
        return switch (kind) {
            case "nothing" -> new Original.Nothing();
            case "link" -> new Original.Link(file.text("before", "target").orElseThrow());
            case "file" ->
                new Original.File(
                        new Fingerprint(file.text("before", "fingerprint").orElseThrow()),
                        new Ownership(number(file, "user"), number(file, "group"), number(file, "mode")));
            default -> throw new AssertionError("before.kind is " + kind);
        };
    }

    private static int number(JsonValue file, String name) {
        return Math.toIntExact(file.number("before", name).orElseThrow());
    }
}
