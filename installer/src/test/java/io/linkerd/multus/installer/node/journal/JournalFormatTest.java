// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.service.files.ExtendedAttributes;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.MalformedDocument;
import io.linkerd.multus.service.files.Ownership;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;

class JournalFormatTest {
    private static final JournalFormat FORMAT = new JournalFormat();
    private static final String BEFORE =
            "{\"kind\":\"file\",\"fingerprint\":\"4-0000000c-0000000d\",\"user\":0,\"group\":4,\"mode\":488}";
    private static final String FILE = "{\"path\":\"/a\",\"ours\":[\"3-0000000a-0000000b\"],\"before\":" + BEFORE + "}";
    private static final String FIRST_RELEASES =
            "{\"version\":1,\"platform\":\"openshift\",\"directories\":[\"/etc/cni/linkerd-multus\"],\"files\":["
                    + "{\"path\":\"/var/lib/cni/bin/linkerd-cni\",\"ours\":[\"3-0000000a-0000000b\"],\"before\":{\"kind\":\"file\","
                    + "\"fingerprint\":\"4-0000000c-0000000d\",\"user\":0,\"group\":4,\"mode\":488}},"
                    + "{\"path\":\"/a\",\"ours\":[\"3-0000000a-0000000b\",\"3-0000000a-0000000b\"],"
                    + "\"before\":{\"kind\":\"link\",\"target\":\"../b\"}},"
                    + "{\"path\":\"/c\",\"ours\":[],\"before\":{\"kind\":\"nothing\"}}]}\n";
    private static final String WHOLE =
            "{\"version\":1,\"platform\":\"\",\"directories\":[\"/d\"],\"files\":[" + FILE + "]}";

    @Test
    void comesBackAsItWasWritten() {
        property().withExamples(300).forAll(journals()).checkAssert(journal -> {
            try {
                assertThat(read(FORMAT.write(journal))).isEqualTo(journal);
            } catch (MalformedDocument e) {
                throw new AssertionError(e);
            }
        });
    }

    /** A disk that loses bytes seldom leaves anything that is not JSON at all. */
    @Test
    void isDamagedWhereverItIsCutOff() {
        var whole = WHOLE.getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < whole.length; length++) {
            assertDamaged(Arrays.copyOf(whole, length));
        }
    }

    @Test
    void isDamagedOrStillWholeWhateverByteOfItIsAnother() throws MalformedDocument {
        var whole = WHOLE.getBytes(StandardCharsets.UTF_8);
        for (int place = 0; place < whole.length; place++) {
            for (int change = 1; change < 256; change++) {
                var bytes = whole.clone();
                bytes[place] ^= (byte) change;
                readOrDamaged(bytes).ifPresent(JournalFormatTest::assertNothingIsMissing);
            }
        }
    }

    /** Half an entry is not an entry with half as much in it: what it does not say would be removed, or lost. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"version\":1,",
                "\"platform\":\"\",",
                "\"directories\":[\"/d\"],",
                ",\"files\":[FILE]",
                "\"path\":\"/a\",",
                "\"ours\":[\"3-0000000a-0000000b\"],",
                ",\"before\":BEFORE",
                "\"kind\":\"file\",",
                "\"fingerprint\":\"4-0000000c-0000000d\",",
                "\"user\":0,",
                "\"group\":4,",
                ",\"mode\":488"
            })
    void isDamagedWhereAMemberIsMissing(String member) throws MalformedDocument {
        assertThat(read(WHOLE).entries()).hasSize(1);
        var without = WHOLE.replace(member.replace("FILE", FILE).replace("BEFORE", BEFORE), "");
        assertThat(without).isNotEqualTo(WHOLE);

        assertDamaged(without.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {"[\"/d\"] [7]", "[\"/d\"] \"/d\"", "[\"3-0000000a-0000000b\"] [null]", "[FILE] [[]]", "[FILE] {}"})
    void isDamagedWhereAMemberIsOfAnotherKind(String member, String other) {
        var strange = WHOLE.replace(member.replace("FILE", FILE), other);
        assertThat(strange).isNotEqualTo(WHOLE);

        assertDamaged(strange.getBytes(StandardCharsets.UTF_8));
    }

    /** What a later release has to be known for: it may have put things there that this one would not take away. */
    @ParameterizedTest
    @CsvSource({"0", "3"})
    void leavesAJournalOfAnotherVersionAlone(String version) {
        var other = WHOLE.replace("\"version\":1", "\"version\":" + version);

        assertThat(FORMAT.read(other.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(
                        Lookup.Unknown.class,
                        unknown -> assertThat(unknown.retryMayHelp()).isTrue());
    }

    @Test
    void isDamagedWhereAKindIsNotKnown() {
        var strange = WHOLE.replace("\"path\":\"/a\",", "\"path\":\"/a\",\"kind\":\"plug-in\",");

        assertThatThrownBy(() -> read(strange))
                .isInstanceOf(MalformedDocument.class)
                .hasMessageContaining("kind");
    }

    @Test
    void hasTheFormThatLiesOnNodes() throws MalformedDocument {
        var journal = onANode("mesh/linkerd-multus", EntryKind.PLUGIN, EntryKind.KUBECONFIG, EntryKind.UNSAID);
        var text = FIRST_RELEASES
                .replace("\"version\":1,", "\"version\":1,\"owner\":\"mesh/linkerd-multus\",")
                .replace("\"/var/lib/cni/bin/linkerd-cni\",", "\"/var/lib/cni/bin/linkerd-cni\",\"kind\":\"plugin\",")
                .replace("\"path\":\"/a\",", "\"path\":\"/a\",\"kind\":\"kubeconfig\",");

        assertThat(FORMAT.write(journal)).isEqualTo(text);
        assertThat(read(text)).isEqualTo(journal);
    }

    @Test
    void hasTheLabelsOfWhatWasThereWhereItHadAny() throws MalformedDocument {
        var labelled = WHOLE.replace("\"mode\":488", "\"mode\":488,\"attributes\":[\"security.selinux=7300\"]");
        var journal = read(labelled);

        assertThat(journal.entries().getFirst().original().attributes().texts())
                .containsExactly("security.selinux=7300");
        assertThat(read(FORMAT.write(journal))).isEqualTo(journal);
        assertDamaged(labelled.replace("7300", "73g0").getBytes(StandardCharsets.UTF_8));
        assertDamaged(labelled.replace("[\"security.selinux=7300\"]", "7").getBytes(StandardCharsets.UTF_8));
    }

    /** An installer of before passes over it, and one that is asked about a journal without it knows of no boot. */
    @Test
    void saysInWhichBootAConvertedListWasSeen() throws MalformedDocument {
        var list = new JournalEntry(
                "/a", EntryKind.CONVERTED_LIST, EntryOwner.DAEMON, List.of(), new Original.Nothing(), new Boot("b"));

        var text = FORMAT.write(Journal.EMPTY.with(list));

        assertThat(text).contains("\"boot\":\"b\"");
        assertThat(read(text).entries()).containsExactly(list);
        assertThat(read(text.replace("\"boot\":\"b\",", ""))
                        .entries()
                        .getFirst()
                        .seen())
                .isEqualTo(Boot.UNKNOWN);
    }

    /** The text is from the first release's own test. */
    @Test
    void readsWhatTheFirstReleaseHasLeftOnNodes() throws MalformedDocument {
        assertThat(read(FIRST_RELEASES)).isEqualTo(onANode("", EntryKind.UNSAID, EntryKind.UNSAID, EntryKind.UNSAID));
    }

    /** As after {@code helm rollback}: nothing that removal goes by may be lost on it. */
    @Test
    void isReadByTheFirstRelease() {
        var wholeFiles = arbitrary().pick(EntryKind.UNSAID, EntryKind.PLUGIN, EntryKind.KUBECONFIG, EntryKind.NETWORK);
        var daemon = arbitrary().pick(EntryOwner.DAEMON);
        property().withExamples(300).forAll(journals(wholeFiles, daemon)).checkAssert(journal -> {
            var text = FORMAT.write(journal);
            assertThat(FirstRelease.read(text)).isEqualTo(FirstRelease.knownTo(journal));
        });
    }

    /** It would remove a list of somebody else as if it were ours, or what a verb has put there as if the daemon had. */
    @Test
    void isLeftAloneByTheFirstReleaseWhereThatWouldGetItWrong() throws MalformedDocument {
        var lists = onANode("", EntryKind.EDITED_LIST, EntryKind.CONVERTED_LIST, EntryKind.CONVERTED_SINGLE);
        var verbs = Journal.EMPTY.with(new JournalEntry(
                "/a", EntryKind.PLUGIN, new EntryOwner("cni-node"), List.of(), new Original.Nothing()));

        for (var journal : List.of(lists, verbs)) {
            var text = FORMAT.write(journal);
            assertThat(text).startsWith("{\"version\":2,");
            assertThat(read(text)).isEqualTo(journal);
            assertThatThrownBy(() -> FirstRelease.read(text)).hasMessage("written by another linkerd-multus");
        }
    }

    private static Journal onANode(String owner, EntryKind... kinds) {
        var plugin = new Fingerprint("3-0000000a-0000000b");
        var theirs = new Original.File(new Fingerprint("4-0000000c-0000000d"), new Ownership(0, 4, 0750));
        return new Journal(
                owner,
                "openshift",
                List.of("/etc/cni/linkerd-multus"),
                List.of(
                        new JournalEntry(
                                "/var/lib/cni/bin/linkerd-cni", kinds[0], EntryOwner.DAEMON, List.of(plugin), theirs),
                        new JournalEntry(
                                "/a", kinds[1], EntryOwner.DAEMON, List.of(plugin, plugin), new Original.Link("../b")),
                        new JournalEntry("/c", kinds[2], EntryOwner.DAEMON, List.of(), new Original.Nothing())));
    }

    @Test
    void doesNotGuessWhatWasThereBefore() {
        var json = "{\"version\":1,\"platform\":\"\",\"directories\":[],"
                + "\"files\":[{\"path\":\"/a\",\"ours\":[],\"before\":{\"kind\":\"file\"}}]}";
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(MalformedDocument.class)
                .hasMessageContaining("before.fingerprint");
    }

    private static Optional<Journal> readOrDamaged(byte[] bytes) {
        return switch (FORMAT.read(bytes)) {
            case Lookup.Found<Journal>(var journal) -> Optional.of(journal);
            case Lookup.Absent<Journal> _ -> throw new AssertionError("it was read");
            // One byte may make another version of it.
            case Lookup.Unknown<Journal>(var reason, var ofAnotherVersion) -> {
                assertThat(reason).contains(ofAnotherVersion ? "version" : " ");
                yield Optional.empty();
            }
        };
    }

    private static void assertNothingIsMissing(Journal journal) {
        assertThat(journal.directories()).hasSize(1);
        assertThat(journal.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.ours()).hasSize(1);
            assertThat(entry.original()).isInstanceOf(Original.File.class);
        });
    }

    private static void assertDamaged(byte[] bytes) {
        assertThat(FORMAT.read(bytes))
                .as(new String(bytes, StandardCharsets.UTF_8))
                .isInstanceOfSatisfying(
                        Lookup.Unknown.class,
                        damaged -> assertThat(damaged.retryMayHelp()).isFalse());
    }

    private static Gen<Journal> journals() {
        return journals(arbitrary().enumValues(EntryKind.class), names().map(EntryOwner::new));
    }

    private static Gen<Journal> journals(Gen<EntryKind> kinds, Gen<EntryOwner> owners) {
        var platforms = arbitrary().pick("", "openshift", "kubernetes");
        var entries = paths().zip(
                        kinds, owners, lists().of(fingerprints()).ofSizeBetween(0, 3), originals(), JournalEntry::new);
        return names().zip(
                        platforms,
                        lists().of(names()).ofSizeBetween(0, 3),
                        lists().of(entries).ofSizeBetween(0, 4),
                        Journal::new);
    }

    private static Gen<Original> originals() {
        var numbers = oneOf(integers().between(0, 0xffff), arbitrary().pick(0, 0xffff));
        Gen<Original> nothing = arbitrary().pick(new Original.Nothing());
        Gen<Original> links = paths().map(Original.Link::new);
        Gen<Original> files = fingerprints()
                .zip(
                        numbers,
                        numbers,
                        numbers,
                        (print, user, group, mode) -> new Original.File(print, new Ownership(user, group, mode)))
                .zip(attributes(), Original.File::with);
        return oneOf(nothing, links, files);
    }

    private static Gen<ExtendedAttributes> attributes() {
        var values = arbitrary().pick("=", "=00", "=73797374656d5f75");
        return lists().of(names().zip(values, String::concat))
                .ofSizeBetween(0, 2)
                .map(ExtendedAttributes::new);
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

    private static Journal read(String json) throws MalformedDocument {
        return switch (FORMAT.read(json.getBytes(StandardCharsets.UTF_8))) {
            case Lookup.Found<Journal>(var journal) -> journal;
            case Lookup.Absent<Journal> _ -> throw new AssertionError("it was read");
            case Lookup.Unknown<Journal>(var reason, var ofAnotherVersion) -> {
                assertThat(ofAnotherVersion).isFalse();
                throw new MalformedDocument(reason);
            }
        };
    }
}
