// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import static io.linkerd.multus.contracts.cases.Cases.anyBytes;
import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonValue.Elements;
import io.linkerd.multus.contracts.json.JsonValue.Members;
import io.linkerd.multus.contracts.json.JsonValue.Null;
import io.linkerd.multus.contracts.json.JsonValue.Other;
import io.linkerd.multus.contracts.json.JsonValue.Text;
import io.linkerd.multus.contracts.json.JsonValue.Whole;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValueTest {
    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(4 << 20).keys(50_000).depth(500).recurringKeys().build();

    @Test
    void answersByPath() {
        var json = value("{\"a\":{\"b\":\"x\",\"n\":7,\"z\":null,\"t\":true},\"l\":[\"p\",1,{\"q\":\"r\"}]}");
        assertThat(json.text("a", "b")).contains("x");
        assertThat(json.number("a", "n")).hasValue(7);
        assertThat(json.has("a", "z")).isFalse();
        assertThat(json.has("a", "t")).isTrue();
        assertThat(json.texts("l")).containsExactly("p");
        assertThat(json.items("l"))
                .hasSize(3)
                .last()
                .satisfies(last -> assertThat(last.text("q")).contains("r"));
        assertThat(json.text("a", "b", "c")).isEmpty();
        assertThat(json.items("a")).isEmpty();
        assertThat(json.member("a", "n"))
                .hasValueSatisfying(seven -> assertThat(seven).isInstanceOf(Whole.class));
        assertThat(json.member("a", "z", "y")).isEmpty();
    }

    @Test
    void takesTheLastOfADoubledNameAndNoOtherCase() {
        var json = value("{\"a\":1,\"a\":2,\"A\":3}");
        assertThat(json.number("a")).hasValue(2);
        assertThat(json.number("A")).hasValue(3);
        assertThat(value("{\"a\":1,\"a\":null}").has("a")).isFalse();
    }

    @Test
    void findsFieldsAsGoDoesOnlyWhereItIsAskedTo() {
        var json = (Members) value("{\"Name\":\"a\",\"NAME\":\"b\",\"name\":null,\"type\":\"\"}");
        assertThat(json.goText("name")).contains("b");
        assertThat(json.goText("type")).isEmpty();
        assertThat(json.goMembers("name")).hasSize(3);
        assertThat(json.text("name")).isEmpty();
        assertThat(json.text("type")).contains("");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1e2", "9223372036854775808", "-9223372036854775809", "true", "\"7\""})
    void hasNoWholeNumberWhereThereIsNone(String number) {
        assertThat(value(number).number()).isEmpty();
        assertThat(value(number).has()).isTrue();
    }

    @Test
    void knowsWhereEachValueStands() {
        var text = " {\"\\u0061\\\"\" : [ \"\\\\\\\"\" ,-12, 1.50e+2 ,true,null , 99999999999999999999], \"b\":{ } } ";
        var json = JsonText.read(text, LIMITS)
                .orElse(reason -> {
                    throw new AssertionError(reason);
                })
                .root();

        assertThat(text.substring(json.start(), json.end())).isEqualTo(text.strip());
        assertThat(((Members) json).members())
                .extracting(
                        member -> text.substring(member.start(), member.value().end()))
                .containsExactly(text.substring(2, text.indexOf(']') + 1), "\"b\":{ }");
        assertThat(json.items("a\""))
                .extracting(value -> text.substring(value.start(), value.end()))
                .containsExactly("\"\\\\\\\"\"", "-12", "1.50e+2", "true", "null", "99999999999999999999");
        assertThat(json.items("a\""))
                .extracting(Object::getClass)
                .containsExactly(Text.class, Whole.class, Other.class, Other.class, Null.class, Other.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "7 ", " 7\n", "-0", "1.5 ", "true ", "null", "\"\u00e4\uD83D\uDE00\" ", "[ ] ", "{}"})
    void knowsWhereAValueByItselfStands(String text) {
        var root = JsonText.read(text, LIMITS)
                .orElse(reason -> {
                    throw new AssertionError(reason);
                })
                .root();
        var inBytes = value(text);

        assertThat(text.substring(root.start(), root.end())).isEqualTo(text.strip());
        assertThat(inBytes.start()).isEqualTo(root.start());
        assertThat(inBytes.end() - inBytes.start()).isEqualTo(text.strip().getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void keepsTextsOutOfLogs() {
        assertThat(value("{\"token\":\"secret\"}").toString()).contains("token").doesNotContain("secret");
    }

    @Test
    void cannotBeChanged() {
        assertThat(((Elements) value("[1]")).elements()).isUnmodifiable();
        assertThat(((Members) value("{}")).members()).isUnmodifiable();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}{}", "{\"a\":}", "nul", "[1,]", "\u0000"})
    void refusesWhatIsNotOneJsonValue(String text) {
        assertThat(read(text)).isInstanceOf(Result.Not.class);
    }

    @Test
    void readsOrRefusesAnyBytes() {
        property().withExamples(500).forAll(anyBytes()).checkAssert(bytes -> {
            switch (JsonValue.read(bytes, LIMITS)) {
                case Result.Ok<JsonValue>(var value) -> assertThat(value.end()).isPositive();
                case Result.Not<JsonValue>(var reason) -> assertThat(reason).isNotBlank();
            }
        });
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        assertThat(read("[".repeat(100_000)))
                .isEqualTo(new Result.Not<>("byte 501: nested deeper than 500 levels, or a number longer than 1000"
                        + " characters, or a name longer than 50000"));
    }

    private static JsonValue value(String json) {
        return read(json).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }

    private static Result<JsonValue> read(String json) {
        return JsonValue.read(json.getBytes(StandardCharsets.UTF_8), LIMITS);
    }
}
