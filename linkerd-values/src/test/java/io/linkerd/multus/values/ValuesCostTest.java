// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import static io.linkerd.multus.values.Values.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Texts as large as a ConfigMap lets them be: each took minutes, or hours, for work that grew with the square of its size. */
class ValuesCostTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private static String lines(int count, String format) {
        return IntStream.range(0, count).mapToObj(format::formatted).collect(Collectors.joining());
    }

    /** Each tab had the whole text read once more. */
    @Test
    void aTextFullOfTabsIsReadInOnePass() {
        var text = lines(40_000, "key%d:\tvalue\n");

        var values = assertTimeoutPreemptively(LONG, () -> read(text));

        assertThat(values.at(ValuesPath.of("key39999"))).contains(new ValueTree.Text("value"));
    }

    /** Tabs between the members of one line, which is searched for its beginning. */
    @Test
    void aLineFullOfTabsIsReadInOnePass() {
        var text = "{" + lines(40_000, "key%d:\tvalue,") + "}";

        assertTimeoutPreemptively(LONG, () -> read(text));
    }

    /** After a tab within a token the text is read once more, which is worth doing for a few. */
    @Test
    void tabsBehindHeadersOfBlocksEndTheReadingAtSomeCount() {
        assertThat(read(lines(50, "key%d: |\t\n  value\n")).at(ValuesPath.of("key49")))
                .contains(new ValueTree.Text("value\n"));
        assertThat(Values.not(lines(10_000, "key%d: |\t\n  value\n"))).startsWith("line ");
    }

    /** Each merge had all that is within the merged mapping hashed. */
    @Test
    void aLargeMappingIsMergedManyTimes() {
        var text = "a: &a {x: [" + "0,".repeat(40_000) + "]}\nb:\n" + "  <<: *a\n".repeat(40_000);

        assertTimeoutPreemptively(LONG, () -> assertThat(Values.not(text)).contains("more than 100000 values"));
    }

    /** After an edit the view of the whole text was made once more for each edited path. */
    @Test
    void manyPathsOfALargeTextAreEditedAtOnce() {
        var values = read(lines(40_000, "key%d: value\n"));
        var wanted = new TreeMap<ValuesPath, ValueTree>();
        IntStream.range(0, 2_000)
                .forEach(index -> wanted.put(ValuesPath.of("key" + 7 * index), new ValueTree.Text("other")));

        var edited = assertTimeoutPreemptively(LONG, () -> values.with(wanted));

        assertThat(Difference.of(wanted, Values.ok(edited))).isEmpty();
    }
}
