// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import static io.linkerd.multus.values.Values.not;
import static io.linkerd.multus.values.Values.path;
import static io.linkerd.multus.values.Values.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.values.ValueTree.Elements;
import io.linkerd.multus.values.ValueTree.Flag;
import io.linkerd.multus.values.ValueTree.Nothing;
import io.linkerd.multus.values.ValueTree.Number;
import io.linkerd.multus.values.ValueTree.Text;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTextTest {

    /** Written, and what is left of it where Linkerd has a string and where it has no field. */
    record Scalar(String written, ValueTree inString, ValueTree untyped) {
        static Scalar number(String written, String inString, String number) {
            return new Scalar(written, new Text(inString), new Number(new BigDecimal(number)));
        }

        static Scalar flag(String written, boolean flag) {
            return new Scalar(written, new Text(Boolean.toString(flag)), new Flag(flag));
        }

        static Scalar text(String written, String text) {
            return new Scalar(written, new Text(text), new Text(text));
        }
    }

    private static final List<Scalar> SCALARS = List.of(
            Scalar.flag("off", false),
            Scalar.flag("y", true),
            Scalar.flag("YES", true),
            Scalar.flag("On", true),
            Scalar.flag("!!bool 'no'", false),
            Scalar.number("1.10", "1.1", "1.1"),
            Scalar.number("0443", "291", "291"),
            Scalar.number("010", "8", "8"),
            Scalar.number("08", "8", "8"),
            Scalar.number("0o17", "15", "15"),
            Scalar.number("0x1F", "31", "31"),
            Scalar.number("-0b101", "-5", "-5"),
            Scalar.number("25_587", "25587", "25587"),
            Scalar.number("2102.0", "2102", "2102"),
            Scalar.number("1e3", "1000", "1000"),
            Scalar.number("1e6", "1e+06", "1000000"),
            Scalar.number("1234567.0", "1.234567e+06", "1234567"),
            Scalar.number(".5", "0.5", "0.5"),
            Scalar.number("0.00001", "1e-05", "0.00001"),
            Scalar.number("18446744073709551615", "18446744073709551615", "18446744073709551615"),
            Scalar.number("18446744073709551616", "1.8446744e+19", "18446744073709552000"),
            Scalar.number("!!float 1", "1", "1"),
            Scalar.text("'0443'", "0443"),
            Scalar.text("\"off\"", "off"),
            Scalar.text("!!str 12", "12"),
            Scalar.text("!!binary aGk=", "hi"),
            Scalar.text("!other 12", "12"),
            Scalar.text("! 12", "12"),
            Scalar.text("!!timestamp 2004-2-29", "2004-2-29"),
            Scalar.text("2001-01-01", "2001-01-01"),
            Scalar.text("2001-12-14T21:59:43Z", "2001-12-14T21:59:43Z"),
            Scalar.text("25,587", "25,587"),
            Scalar.text("0x", "0x"),
            Scalar.text("1e999", "1e999"),
            Scalar.text("_1", "_1"),
            Scalar.text("yEs", "yEs"),
            Scalar.text("190:20:30", "190:20:30"),
            new Scalar("~", new Nothing(), new Nothing()),
            new Scalar("Null", new Nothing(), new Nothing()),
            new Scalar("", new Nothing(), new Nothing()));

    @Test
    void scalarsAreReadAsGoReadsYaml11() {
        assertThat(SCALARS).allSatisfy(scalar -> {
            var text = read("clusterDomain: " + scalar.written() + "\nunknown: " + scalar.written() + "\n");
            assertThat(text.at(path("clusterDomain"))).contains(scalar.inString());
            assertThat(text.at(path("unknown"))).contains(scalar.untyped());
        });
    }

    @Test
    void infinityIsTextForAStringAndNoJsonElsewhere() {
        assertThat(read("clusterDomain: .inf\n").at(path("clusterDomain"))).contains(new Text("+Inf"));
        assertThat(not("\nproxy: {uid: -.inf}\n")).startsWith("line 2: ");
    }

    @Test
    void anInfiniteNumberThatALaterValueHidesIsNoFault() {
        assertThat(read("a: .inf\na: 1\n").at(path("a"))).contains(Number.of(1));
        assertThat(read("a: &b {c: .nan}\na: 1\nd: {<<: *b, c: 2}\n").at(path("d.c")))
                .contains(Number.of(2));
    }

    @Test
    void opaquePortsInFlowStyleAreOnePortAndAStrangeKey() {
        var text = read("proxy: {opaquePorts: 25,587}\n");
        assertThat(text.at(path("proxy.opaquePorts"))).contains(new Text("25"));
        assertThat(text.at(path("proxy.587"))).contains(new Nothing());
    }

    @Test
    void foldedScalarsAreReadOverLines() {
        var text = read("proxy:\n  logLevel: warn,linkerd=info\n    and more\n  opaquePorts: \"1,\\\n    2\"\n");
        assertThat(text.at(path("proxy.logLevel"))).contains(new Text("warn,linkerd=info and more"));
        assertThat(text.at(path("proxy.opaquePorts"))).contains(new Text("1,2"));
    }

    @Test
    void ofADoubledKeyTheLastCounts() {
        assertThat(read("clusterDomain: a\nclusterDomain: b\n").at(path("clusterDomain")))
                .contains(new Text("b"));
    }

    @Test
    void onlyTheFirstDocumentCounts() {
        var text = read("---\nclusterDomain: a\n---\nclusterDomain: b\n");
        assertThat(text.at(path("clusterDomain"))).contains(new Text("a"));
        assertThat(read("clusterDomain: a\n...\n]\n").at(path("clusterDomain"))).contains(new Text("a"));
    }

    @Test
    void keysInOtherCaseAreSeenAsLinkerdSeesThem() {
        var text = read("Proxy: {UID: 77, uid: null}\nproxy: {GID: 5}\n");
        assertThat(text.at(path("proxy.uid"))).isEmpty();
        assertThat(text.seenAt(path("proxy.uid"))).contains(Number.of(77));
        assertThat(text.seenAt(path("PROXY.gid"))).contains(Number.of(5));
    }

    @Test
    void ofTwoCasesTheLaterByItsBytesCounts() {
        assertThat(read("proxy: {uid: 1, UID: 2}\n").seenAt(path("proxy.uid"))).contains(Number.of(1));
        assertThat(read("proxy: {loglevel: b, logLevel: a}\n").seenAt(path("proxy.logLevel")))
                .contains(new Text("b"));
    }

    @Test
    void keysThatAreNoTextAreTheTextThatGoMakesOfThem() {
        var text = read("on: 1\n0x10: 2\n1.50: 3\n2001-01-01: 4\n");
        assertThat(text.tree())
                .isEqualTo(ValueTree.Members.of(Map.of(
                        "true", Number.of(1), "16", Number.of(2), "1.5", Number.of(3), "2001-01-01", Number.of(4))));
    }

    @Test
    void anchorsAliasesAndMergesAreFollowed() {
        var text = read("""
                kubeAPI: &k
                  clientQPS: 1
                  clientBurst: 2
                identity:
                  kubeAPI: *k
                other:
                  clientBurst: 3
                  <<: *k
                more:
                  <<: [*k, {x: 1}]
                  x: 2
                """);
        assertThat(text.at(path("identity.kubeAPI"))).isEqualTo(text.at(path("kubeAPI")));
        assertThat(text.at(path("other.clientBurst"))).contains(Number.of(2));
        assertThat(text.at(path("more.x"))).contains(Number.of(2));
        assertThat(text.at(path("more.clientQPS"))).contains(Number.of(1));
    }

    @ParameterizedTest
    @CsvSource({
        "'a:\n\tb: 1\n', 2",
        "'\tb: 1\n', 1",
        "'a: |\n  \tx\n', 2",
        "'? \"\"\n  ''b''\nc: 1\n', 2",
        "'a: 1\nb: \"\uFEFF\"\n', 2",
        "'a: |+\u2028\tx\n', 2",
        "'%YAML 1.2\n---\na: 1\n', 1",
        "'%FOO\n---\na: 1\n', 1",
        "'a: *b\n', 1",
        "'a: &b [*b]\n', 1",
        "'a: &b {<<: *b}\n', 1",
        "'a:\n  <<: 1\n', 2",
        "'a: 1\n? [x]\n: 1\n', 2",
        "'a: 1\n~: 2\n', 2",
        "'a: 1\n18446744073709551615: 2\n', 2",
        "'a: !!int x\n', 1",
        "'a: !!null x\n', 1",
        "'a: !!binary \"*\"\n', 1",
        "'a: !!binary aGk\n', 1",
        "'a: !!timestamp 2001-2-29\n', 1",
        "'a: !!timestamp 2001-01-01T24:00:00Z\n', 1",
        "'a: &b {c: {<<: *b}}\n', 1",
        "'a: &b {c: {<<: *b, c: 1}}\n', 1",
        "'a: !!int x\na: 1\n', 1",
        "'a: &b {c: !!int x}\nd: {<<: *b, c: 1}\n', 1",
        "'\uFEFF%YML 1.1\n---\na: 1\n', 1",
        "'a: 1\n# c\n%FOO\n', 3",
        "'a: \u2028%FOO\n', 2",
        "'? a\n:\t\n  b: 1\n', 2",
        "'a: \u0085\t\nb: 1\n', 2",
        "'a: \"\\ud83d\\ude00\"\n', 1",
        "'a: {b: c?d}\n', 1",
        "'a: [\n', 2",
        "'a: b: c\n', 1",
        "'a: @b\n', 1",
        "'a: \u0007\n', 1",
    })
    void aTextThatGoRefusesIsRefusedWithItsLine(String text, int line) {
        assertThat(not(text)).startsWith("line " + line + ": ");
    }

    /** What SnakeYAML says is for programmers. */
    @ParameterizedTest
    @CsvSource({
        "'a: [\n', 'line 2: a value is expected (column 1)'",
        "'a: {b: c d: e}\n', 'line 1: `,` or `}` is expected (column 11)'",
        "'a: @b\n', 'line 1: a character with which no value begins: put the value in quotes (column 4)'",
        "'a: 1\n\tb: 2\n', 'line 2: a tab where only blanks may indent (column 1)'",
        "'a: \"b\n', 'line 2: a text in quotes that has no end (column 1)'",
        "'a: \"\\q\"\n', 'line 1: a backslash before a character that needs none (column 6)'",
        "'a: 1\n  b: 2\n', 'line 2: a `:` where no name can stand: put a value with `: ` in it in quotes, or correct the indentation (column 4)'",
        "'a: *b\n', 'line 1: an alias (`*name`) whose anchor (`&name`) is not above it'",
        "'a: 1\n- b\n', 'line 2: a line that does not continue what is above it: its indentation differs (column 1)'",
    })
    void aMistakeIsToldInOurWords(String text, String reason) {
        assertThat(not(text)).isEqualTo(reason);
    }

    @Test
    void aTabBehindABackslashIsNotReadAsABlank() {
        assertThat(not("a: \"x\\\ty\"\n")).startsWith("line 1: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:\tb\n", "a: b\t\n", "a: \"b\"\t# c\n", "\"a\"\t: b\n"})
    void tabsBetweenTokensAreBlanks(String text) {
        assertThat(read(text).at(path("a"))).contains(new Text("b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# nothing\n", "---\n", "null\n", "~"})
    void aTextWithoutValuesIsNull(String text) {
        assertThat(read(text).tree()).isEqualTo(new Nothing());
    }

    @Test
    void aTextThatGrowsWithoutEndIsRefused() {
        assertThat(not("[".repeat(5000))).contains("nested deeper");
        var bomb = new StringBuilder("a0: &a0 [1]\n");
        for (int level = 1; level < 40; level++) {
            bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(level, level, level - 1, level - 1));
        }
        assertThat(not(bomb.toString())).contains("excessive aliasing");
        assertThat(not(bomb.toString().replace("[1]", "{<<: {x: 1}}").replaceAll("\\[(.*)\\]", "{<<: [$1]}")))
                .contains("excessive aliasing");
        assertThat(not("a: " + "x".repeat(1 << 20))).contains("longer");
    }

    @Test
    void marksAreRightBehindCharactersBeyondTheBasicPlane() {
        var text = read("a: \"\uD83D\uDE00\"\nb: x\n");
        assertThat(Values.with(text, "b", new Text("y")).text()).isEqualTo("a: \"\uD83D\uDE00\"\nb: \"y\"\n");
    }

    @Test
    void aLineIsToldForWhatIsThereAndForWhatIsNot() {
        var text = read("a: 1\nproxy:\n  uid: 1\n  image:\n    name: x\n");
        assertThat(text.line(path("proxy.image.name"))).isEqualTo(5);
        assertThat(text.line(path("proxy.image.version"))).isEqualTo(4);
        assertThat(text.line(path("identity"))).isEqualTo(1);
    }

    @Test
    void listsKeepTheirOrder() {
        assertThat(read("l:\n- b\n- a\n").at(path("l")))
                .isEqualTo(Optional.of(new Elements(List.of(new Text("b"), new Text("a")))));
    }
}
