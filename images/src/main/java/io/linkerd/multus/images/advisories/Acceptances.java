// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.advisories;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * The findings that maintainers accepted, in OSV-Scanner's own file.
 *
 * @param all of them that say which finding, why, and until when
 * @param problems what else is in the file, which would hide findings from the scanner's users without a reason or an end
 */
record Acceptances(List<Acceptance> all, List<String> problems) {
    static final String FILE = "osv-scanner.toml";

    private static final String ENTRIES = "IgnoredVulns";

    Acceptances {
        all = List.copyOf(all);
        problems = List.copyOf(problems);
    }

    /**
     * One of them.
     *
     * @param id of the advisory, or one of its aliases
     * @param until when it counts
     */
    record Acceptance(String id, Instant until) {}

    static Acceptances read(Path file) throws IOException {
        try {
            return of(new TomlMapper().readTree(file.toFile()));
        } catch (JsonProcessingException e) {
            throw new IOException(file + " is no TOML: " + e.getMessage(), e);
        }
    }

    private static Acceptances of(JsonNode file) {
        var all = new ArrayList<Acceptance>();
        var problems = new ArrayList<String>();
        file.fieldNames().forEachRemaining(key -> {
            if (!key.equals(ENTRIES)) {
                problems.add(FILE + " has " + key + ": a finding is accepted by [[" + ENTRIES
                        + "]] alone, with id, reason and ignoreUntil");
            }
        });
        var ids = new HashSet<String>();
        for (var entry : file.path(ENTRIES)) {
            var id = entry.path("id").asText().strip();
            var name = id.isEmpty() ? "an entry without an id" : id;
            if (id.isEmpty()) {
                problems.add(FILE + " has " + name + ": name the advisory");
            } else if (!ids.add(id)) {
                problems.add(FILE + " has " + id + " twice, of which the scanner takes the first: keep one");
            }
            if (entry.path("reason").asText().isBlank()) {
                problems.add(FILE + " accepts " + name + " without a reason: add one");
            }
            try {
                all.add(new Acceptance(id, time(entry.path("ignoreUntil").asText())));
            } catch (DateTimeException _) {
                problems.add(FILE + " accepts " + name + " without an end: add ignoreUntil, a date like 2026-12-31");
            }
        }
        return new Acceptances(all, problems);
    }

    /** TOML knows dates, and times with and without an offset. One without is taken for UTC. */
    private static Instant time(String text) {
        if (text.matches("[0-9-]+")) {
            return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
        }
        var iso = text.replace(' ', 'T');
        return iso.matches(".*T.*([Zz]|[+-][0-9:]+)")
                ? OffsetDateTime.parse(iso).toInstant()
                : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    }
}
