// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.advisories;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the script {@code scan} wrote: OSV-Scanner's report, and what it is about.
 *
 * @param time at which the scanner was started
 * @param asked who knew of the weaknesses: OSV's service, or a folder of this machine
 * @param bills digests of the bills of materials that it read, by their modules
 * @param parts the libraries that it saw in them
 * @param findings the weaknesses that it knows of
 */
record Scan(Instant time, String asked, Map<String, String> bills, Set<Part> parts, List<Finding> findings) {
    private static final ObjectMapper JSON = new ObjectMapper();

    Scan {
        bills = Map.copyOf(bills);
        parts = Set.copyOf(parts);
        findings = List.copyOf(findings);
    }

    static Scan read(Path file) throws IOException {
        try {
            return of(JSON.readTree(file.toFile()));
        } catch (JsonProcessingException | DateTimeException e) {
            throw new IOException(
                    file + " is not what ./scan writes: " + e.getMessage() + "; call ./scan " + file + " again", e);
        }
    }

    private static Scan of(JsonNode file) {
        var reported = file.at("/report/results")
                .valueStream()
                .flatMap(source -> source.path("packages").valueStream())
                .toList();
        return new Scan(
                Instant.parse(file.path("time").asText()),
                file.path("asked").asText(),
                file.path("bills")
                        .propertyStream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, bill -> bill.getValue().asText())),
                reported.stream()
                        .map(each -> each.path("package"))
                        .map(part -> new Part(
                                part.path("name").asText(), part.path("version").asText()))
                        .collect(Collectors.toSet()),
                reported.stream()
                        .flatMap(each -> Finding.of(each).stream())
                        .distinct()
                        .toList());
    }
}
