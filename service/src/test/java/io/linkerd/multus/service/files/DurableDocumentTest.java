// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableDocumentTest {
    @TempDir
    private Path folder;

    private Path file;
    private DurableDocument<String> document;

    /** One word, in version 1. */
    private static final class Word implements DurableDocument.Format<String> {
        @Override
        public JsonLimits limits() {
            return JsonLimits.ofLength(1000).build();
        }

        @Override
        public boolean isKnown(long version) {
            return version == 1;
        }

        @Override
        public String read(JsonValue json) throws MalformedDocument {
            return json.text("word").orElseThrow(() -> new MalformedDocument("word is missing"));
        }

        @Override
        public int modeAside() {
            return 0640;
        }

        @Override
        public String write(String content) {
            return "{\"version\":1,\"word\":\"" + content + "\"}";
        }
    }

    @BeforeEach
    void place() throws IOException {
        file = folder.resolve("words.json");
        document = new DurableDocument<>(
                file,
                new Word(),
                new DurableFiles(FileCalls.ofTheSystem(), RandomGenerator.getDefault()),
                Ownership.ofThisProcess().withMode(0600));
    }

    private Lookup<String> load() {
        return document.load();
    }

    @Test
    void isWhatWasSavedAndAbsentBefore() throws Exception {
        assertThat(load()).isEqualTo(new Lookup.Absent<>());
        var before = document.stamp();

        document.save("a");

        assertThat(load()).isEqualTo(new Lookup.Found<>("a"));
        assertThat(document.stamp()).isNotEqualTo(before).isEqualTo(document.stamp());
        document.remove();
        assertThat(document.exists()).isFalse();
    }

    @Test
    void leavesOneOfAVersionThatIsNotKnownAsItIs() throws Exception {
        Files.writeString(file, "{\"version\":2,\"word\":\"b\"}");

        assertThat(load()).isInstanceOfSatisfying(Lookup.Unknown.class, unusable -> {
            assertThat(unusable.reason()).contains("version 2");
            assertThat(unusable.retryMayHelp()).isTrue();
        });
    }

    @Test
    void putsDamagedOnesAsideWithoutWritingOverEarlierOnes() throws Exception {
        for (var damage : new String[] {"", "{\"version\":1}", "{\"word\":\"c\"}", "x".repeat(2000)}) {
            Files.writeString(file, damage);
            assertThat(load())
                    .as(damage)
                    .isInstanceOfSatisfying(
                            Lookup.Unknown.class,
                            damaged -> assertThat(damaged.retryMayHelp()).isFalse());

            var aside = document.setAside();

            assertThat(file).doesNotExist();
            assertThat(aside).hasContent(damage);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(aside)))
                    .isEqualTo("rw-r-----");
        }
        assertThat(folder.resolve("words.json.damaged-4")).exists();
    }
}
