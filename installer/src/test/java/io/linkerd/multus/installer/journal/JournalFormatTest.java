// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.installer.durable.Fingerprint;
import io.linkerd.multus.installer.durable.Ownership;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class JournalFormatTest {

    @Property(tries = 300)
    void comesBackAsItWasWritten(@ForAll("journals") Journal journal) throws MalformedJournal {
        assertThat(read(JournalFormat.write(journal))).isEqualTo(journal);
    }

    @Property(tries = 300)
    void isMalformedOrAJournalWhateverIsRead(@ForAll byte[] bytes) {
        try {
            JournalFormat.read(JournalFormat.parse(bytes));
        } catch (MalformedJournal e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    @Test
    void doesNotGuessWhatWasThereBefore() {
        var json = "{\"version\":1,\"platform\":\"\",\"directories\":[],"
                + "\"files\":[{\"path\":\"/a\",\"ours\":[],\"before\":{\"kind\":\"file\"}}]}";
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(MalformedJournal.class)
                .hasMessageContaining("before.fingerprint");
    }

    @Provide
    Arbitrary<Journal> journals() {
        var fingerprints = Arbitraries.strings().map(Fingerprint::ofText);
        var numbers = Arbitraries.integers().between(0, 0xffff);
        var befores = Arbitraries.oneOf(
                Arbitraries.just(new Before.Nothing()),
                Arbitraries.strings().ofMinLength(1).map(Before.Link::new),
                Combinators.combine(fingerprints, numbers, numbers, numbers)
                        .as((print, user, group, mode) -> new Before.File(print, new Ownership(user, group, mode))));
        var entries = Combinators.combine(
                        Arbitraries.strings().ofMinLength(1),
                        fingerprints.list().ofMaxSize(3),
                        befores)
                .as(JournalEntry::new);
        return Combinators.combine(
                        Arbitraries.of("", "openshift", "kubernetes"),
                        Arbitraries.strings().list().ofMaxSize(3),
                        entries.list().ofMaxSize(4))
                .as(Journal::new);
    }

    private static Journal read(String json) throws MalformedJournal {
        return JournalFormat.read(JournalFormat.parse(json.getBytes(StandardCharsets.UTF_8)));
    }
}
