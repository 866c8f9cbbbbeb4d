// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.journal;

import static io.linkerd.multus.contracts.cases.Cases.anyBytes;
import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.installer.durable.Fingerprint;
import io.linkerd.multus.installer.durable.Ownership;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class JournalFormatTest {

    @Test
    void comesBackAsItWasWritten() {
        property().withExamples(300).forAll(journals()).checkAssert(journal -> {
            try {
                assertThat(read(JournalFormat.write(journal))).isEqualTo(journal);
            } catch (MalformedJournal e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void isMalformedOrAJournalWhateverIsRead() {
        property().withExamples(300).forAll(anyBytes()).checkAssert(bytes -> {
            try {
                JournalFormat.read(JournalFormat.parse(bytes));
            } catch (MalformedJournal e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        });
    }

    @Test
    void doesNotGuessWhatWasThereBefore() {
        var json = "{\"version\":1,\"platform\":\"\",\"directories\":[],"
                + "\"files\":[{\"path\":\"/a\",\"ours\":[],\"before\":{\"kind\":\"file\"}}]}";
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(MalformedJournal.class)
                .hasMessageContaining("before.fingerprint");
    }

    private static Gen<Journal> journals() {
        var platforms = arbitrary().pick("", "openshift", "kubernetes");
        var entries = paths().zip(lists().of(fingerprints()).ofSizeBetween(0, 3), befores(), JournalEntry::new);
        return platforms.zip(
                lists().of(names()).ofSizeBetween(0, 3), lists().of(entries).ofSizeBetween(0, 4), Journal::new);
    }

    private static Gen<Before> befores() {
        var numbers = oneOf(integers().between(0, 0xffff), arbitrary().pick(0, 0xffff));
        Gen<Before> nothing = arbitrary().pick(new Before.Nothing());
        Gen<Before> links = paths().map(Before.Link::new);
        Gen<Before> files = fingerprints()
                .zip(
                        numbers,
                        numbers,
                        numbers,
                        (print, user, group, mode) -> new Before.File(print, new Ownership(user, group, mode)));
        return oneOf(nothing, links, files);
    }

    private static Gen<Fingerprint> fingerprints() {
        return texts().map(Fingerprint::ofText);
    }

    private static Gen<String> paths() {
        return names().assuming(text -> !text.isEmpty());
    }

    /** What the JVM makes of a file's bytes has no surrogate without its other half. */
    private static Gen<String> names() {
        return texts().map(text -> new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }

    private static Journal read(String json) throws MalformedJournal {
        return JournalFormat.read(JournalFormat.parse(json.getBytes(StandardCharsets.UTF_8)));
    }
}
