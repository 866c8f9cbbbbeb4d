// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.SourceDSL.longs;

import io.linkerd.multus.contracts.Result;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UidRangeTest {

    private static final UidRange BLOCK = new UidRange(1_000_650_000L, 1_000_659_999L);
    private static final UidRange TEN = new UidRange(1000, 1009);

    /** A value that OpenShift takes a block from, as library-go's ParseBlock does when it is run. */
    record Accepted(String annotation, UidRange range, Optional<String> ignoredTail) {
        Accepted(String annotation, UidRange range) {
            this(annotation, range, Optional.empty());
        }

        Accepted(String annotation, UidRange range, String ignoredTail) {
            this(annotation, range, Optional.of(ignoredTail));
        }
    }

    static Stream<Accepted> accepted() {
        return Stream.of(
                new Accepted("1000650000/10000", BLOCK),
                new Accepted("1000650000-1000659999", BLOCK),
                new Accepted("1000650000/10000,2000/5", BLOCK, ",2000/5"),
                new Accepted("1000650000/10000abc", BLOCK, "abc"),
                new Accepted("1000/10/20", TEN, "/20"),
                new Accepted("1000/10 ", TEN),
                new Accepted("1000/10 \u00a0\n", TEN),
                new Accepted(" 1000650000/10000", BLOCK),
                new Accepted("\t1000/10", TEN),
                new Accepted("\u00a0\u0085\u1680\u2007\u2029\u202f\u205f\u3000\u000b\f\r1000/10", TEN),
                new Accepted("1000650000/ 10000", BLOCK),
                new Accepted("1000- 1009", TEN),
                new Accepted("01000/10", TEN),
                new Accepted("1000/1e3", new UidRange(1000, 1000), "e3"),
                new Accepted("1000-1999,3000-3999", new UidRange(1000, 1999), ",3000-3999"),
                new Accepted("1000-1000", new UidRange(1000, 1000)),
                new Accepted("1/1", new UidRange(1, 1)),
                new Accepted("1-4294967295", new UidRange(1, 4_294_967_295L)),
                new Accepted("1/4294967295", new UidRange(1, 4_294_967_295L)),
                new Accepted("2147483647/1", new UidRange(2_147_483_647L, 2_147_483_647L)),
                new Accepted("00000000000000000000001000/10", TEN));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void readsWhatOpenShiftReads(Accepted row) {
        assertThat(UidRange.read(row.annotation()))
                .isEqualTo(new Result.Ok<>(new UidRangeAnnotation(row.range(), row.ignoredTail())));
    }

    /** A value that OpenShift refuses, and its message. */
    record Refused(String annotation, String message) {}

    static Stream<Refused> refused() {
        return Stream.of(
                new Refused("1000650000 /10000", "input does not match format"),
                new Refused("1000 - 2000", "input does not match format"),
                new Refused("1000,2000", "input does not match format"),
                new Refused("0x10/5", "input does not match format"),
                new Refused("1_000/10", "input does not match format"),
                new Refused("1000.5/10", "input does not match format"),
                new Refused("1000-2000/10", "input does not match format"),
                new Refused("1000650000", "unexpected EOF"),
                new Refused("", "EOF"),
                new Refused("  ", "EOF"),
                new Refused("1000-", "EOF"),
                new Refused("1000/", "EOF"),
                new Refused("1000/ \t", "EOF"),
                new Refused("abc", "expected integer"),
                new Refused("-1/10", "expected integer"),
                new Refused("+5/10", "expected integer"),
                new Refused("1000/-5", "expected integer"),
                new Refused("\u0661\u0662/10", "expected integer"),
                new Refused("\u001c1000/10", "expected integer"),
                new Refused("4294967296/10", "unsigned integer overflow on token 4294967296"),
                new Refused("04294967296/10", "unsigned integer overflow on token 04294967296"),
                new Refused("1000-4294967296", "unsigned integer overflow on token 4294967296"),
                new Refused("18446744073709551615/10", "unsigned integer overflow on token 18446744073709551615"),
                new Refused(
                        "18446744073709551616/10",
                        "strconv.ParseUint: parsing \"18446744073709551616\": value out of range"),
                new Refused(
                        "1234567890123456789012/10",
                        "strconv.ParseUint: parsing \"1234567890123456789012\": value out of range"),
                new Refused("\n1000/10", "unexpected newline"),
                new Refused("\r\n1000/10", "unexpected newline"),
                new Refused("1000/\n10", "unexpected newline"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesWhatOpenShiftRefuses(Refused row) {
        assertThat(UidRange.read(row.annotation()))
                .isEqualTo(new Result.Not<>("OpenShift cannot read it: " + row.message()));
    }

    static Stream<Refused> senseless() {
        return Stream.of(
                new Refused("1000/0", "its size is 0"),
                new Refused("0/0", "it starts at user id 0, which is root"),
                new Refused("0/10", "it starts at user id 0, which is root"),
                new Refused("0-65534", "it starts at user id 0, which is root"),
                new Refused("4294967295/10", "it goes beyond the highest 32-bit number, 4294967295"),
                new Refused("2/4294967295", "it goes beyond the highest 32-bit number, 4294967295"),
                new Refused("1000-500", "it ends before it starts"),
                new Refused("1-0", "it ends before it starts"),
                new Refused("2147483648/10", "it starts beyond the highest user id of Kubernetes, 2147483647"));
    }

    @ParameterizedTest
    @MethodSource("senseless")
    void saysWhyNoPodCanHaveAUserIdOfWhatOpenShiftTakesWithoutAnError(Refused row) {
        assertThat(UidRange.read(row.annotation())).isEqualTo(new Result.Not<>(row.message()));
    }

    @Test
    void readsBothFormsOfEachBlock() {
        var highest = (long) Integer.MAX_VALUE;
        var numbers =
                oneOf(longs().between(1, highest), longs().between(1, 999), longs().between(highest - 1, highest));
        property().forAll(numbers, numbers).checkAssert((first, size) -> {
            var block = new UidRange(first, first + size - 1);
            var read = new Result.Ok<>(new UidRangeAnnotation(block, Optional.empty()));

            assertThat(UidRange.read(first + "/" + size)).isEqualTo(read);
            assertThat(UidRange.read(block.toString())).isEqualTo(read);
            assertThat(block.size()).isEqualTo(size);
        });
    }

    @Test
    void answersToAnyText() {
        property().forAll(texts()).checkAssert(text -> {
            switch (UidRange.read(text)) {
                case Result.Ok<UidRangeAnnotation>(UidRangeAnnotation(var range, var _)) ->
                    assertThat(range.first()).isPositive();
                case Result.Not<UidRangeAnnotation>(var reason) ->
                    assertThat(reason).isNotBlank().hasSizeLessThan(200);
            }
        });
    }

    @Test
    void containsBothOfItsEnds() {
        assertThat(TEN.contains(999)).isFalse();
        assertThat(TEN.contains(1000)).isTrue();
        assertThat(TEN.contains(1009)).isTrue();
        assertThat(TEN.contains(1010)).isFalse();
        assertThat(TEN).hasToString("1000-1009");
    }

    @Test
    void mayBeASingleUserIdAndReachTheHighestNumber() {
        assertThat(new UidRange(0, 0).size()).isOne();
        assertThat(new UidRange(0, UidRange.HIGHEST_READABLE).size()).isEqualTo(4_294_967_296L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1 5", "5 4", "0 4294967296"})
    void cannotBeEmptyOrBeyondThirtyTwoBits(String ends) {
        var both = ends.split(" ", -1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UidRange(Long.parseLong(both[0]), Long.parseLong(both[1])))
                .withMessageContaining("not a block of user ids");
    }

    @Test
    void staysQuickAndQuietOnAHugeNumber() {
        assertThat(UidRange.read("9".repeat(1_000_000) + "/1"))
                .isInstanceOfSatisfying(
                        Result.Not.class,
                        not -> assertThat(not.reason())
                                .startsWith("OpenShift cannot read it: strconv.ParseUint: parsing \"9999")
                                .endsWith("9…\": value out of range")
                                .hasSizeLessThan(200));
    }
}
