// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the Go programs made of outputs of plugins: libcni 1.3.0 by {@code ExecPluginWithResult}, {@code GetAsVersion} and {@code
 * NewResultFromResult}, and the network-attachment-definition-client 1.7.6 by {@code CreateNetworkStatuses}, each entry laid out by {@code
 * MarshalIndent}. {@code -Dlibcni.answers=FILE} reads another table of the same form.
 */
public final class LibcniAnswers {
    private LibcniAnswers() {}

    /** What one output became. */
    public record Answer(JsonText line) {
        public String stdout() {
            return text("Stdout");
        }

        public String configVersion() {
            return text("Version");
        }

        public boolean isError() {
            return line.root().has("Error");
        }

        public Object own() {
            return tree("Own");
        }

        public Object newest() {
            return tree("Newest");
        }

        /** As another version, unless it was refused. */
        public Optional<Object> as(ResultVersion version) {
            return line.root().member("As", version.text()).map(value -> JsonTree.of(line, value));
        }

        /** The annotation, of the cluster's network or another. */
        public String status(boolean isDefault) {
            return text("Status", Boolean.toString(isDefault));
        }

        private String text(String... path) {
            return line.root().text(path).orElseThrow();
        }

        private Object tree(String member) {
            JsonValue value = line.root().member(member).orElseThrow();
            return JsonTree.of(line, value);
        }

        @Override
        public String toString() {
            return configVersion() + " " + stdout();
        }
    }

    public static Stream<Answer> all() {
        return lines().map(line -> new Answer(JsonTree.read(line)));
    }

    public static Stream<Answer> results() {
        return all().filter(answer -> !answer.isError());
    }

    private static Stream<String> lines() {
        var other = Optional.ofNullable(System.getProperty("libcni.answers")).map(Path::of);
        try (var table = Objects.requireNonNull(LibcniAnswers.class.getResourceAsStream("libcni-1.3.0.jsonl"))) {
            var text = other.isPresent()
                    ? Files.readString(other.get())
                    : new String(table.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
