// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.longs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cases.Effort;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ValuesPropertiesTest {

    @Test
    void anEditGivesTheWantedValuesAndKeepsAllOthers() {
        property().forAll(longs().all()).checkAssert(seed -> {
            var texts = new RandomValues(seed);
            var text = texts.text();
            var first = Values.read(text);
            var wanted = texts.wanted();
            switch (first.with(wanted)) {
                case Result.Ok<ValuesText>(var edited) -> {
                    assertThat(Difference.of(wanted, Values.read(edited.text())))
                            .as(text)
                            .isEmpty();
                    assertThat(Values.read(edited.text()).tree()).isEqualTo(edited.tree());
                    assertThat(Values.ok(edited.with(wanted)).text()).isEqualTo(edited.text());
                    assertThat(back(first, edited, wanted)).isEqualTo(text);
                }
                case Result.Not<ValuesText>(var reason) ->
                    throw new AssertionError(reason + "\n" + text + "\n" + wanted);
            }
        });
    }

    @Test
    void anyTextHasAnAnswer() {
        property().forAll(texts()).checkAssert(text -> {
            switch (ValuesText.read(text)) {
                case Result.Ok<ValuesText>(var values) ->
                    assertThat(values.text()).isEqualTo(text);
                case Result.Not<ValuesText>(var reason) -> assertThat(reason).matches("(?s)line [1-9][0-9]*: .+");
            }
            assertThat(InjectorVerdict.of(text).isFine()).isFalse();
        });
    }

    @Test
    void aDamagedTextHasAnAnswer() {
        property().forAll(longs().all()).checkAssert(seed -> {
            var damaged = new RandomValues(seed).damaged();
            if (ValuesText.read(damaged) instanceof Result.Ok<ValuesText>(var values)) {
                var wanted = Values.wanted("proxy.uid", ValueTree.Number.of(7));
                if (values.with(wanted) instanceof Result.Ok<ValuesText>(var edited)) {
                    assertThat(Difference.of(wanted, edited)).isEmpty();
                }
            }
        });
    }

    @Test
    void aLongTextIsReadInTimeThatGrowsWithIt() {
        Effort.assertLinear(
                pieces -> "proxy:\n" + "  key: \"value\"\n".repeat(pieces / 4) + "list:\n"
                        + "- a: |\n    x\n".repeat(pieces / 4),
                ValuesText::read);
    }

    /** The text after every path that was there got its first value back; what was added stays, so only texts without additions are whole. */
    private static String back(ValuesText first, ValuesText edited, SortedMap<ValuesPath, ValueTree> wanted) {
        var old = new TreeMap<ValuesPath, ValueTree>();
        for (var path : ValuesLeaves.of(wanted).keySet()) {
            var there = first.seenAt(path);
            if (there.isEmpty() || there.get() instanceof ValueTree.Members) {
                return edited.first().text();
            }
            old.put(path, there.get());
        }
        return Values.ok(edited.with(old)).text();
    }
}
