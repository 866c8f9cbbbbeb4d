// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedValuesTest {
    private static final int ROOM = 16 << 20;

    /** A value is its texts. */
    private final SharedValues<List<String>> values =
            new SharedValues<>(ROOM, texts -> SharedValues.Weight.ofTexts(100, texts));

    @Test
    void equalValuesOfANamespaceAreOne() {
        var first = List.of("ab".repeat(2));
        var second = List.of("ab".repeat(2));

        assertThat(values.take("shop", first)).containsSame(first);
        assertThat(values.take("shop", second).orElseThrow()).isSameAs(first);
    }

    @Test
    void thereIsRoomAgainOnceAllAreReleased() {
        var large = List.of("x".repeat(ROOM / 8 - 1_000));
        var more = List.of("y".repeat(10_000));
        values.take("shop", large);
        values.take("shop", large);
        assertThat(values.take("shop", more)).as("a quarter is taken").isEmpty();

        values.release("shop", large);
        assertThat(values.take("shop", more)).as("one object still has it").isEmpty();

        values.release("shop", large);
        assertThat(values.take("shop", more)).isPresent();
    }

    /** Pods of a template differ in few texts, and templates of a namespace as well. */
    @Test
    void textsCountOnceForANamespace() {
        var common = "x".repeat(20_000);
        for (int number = 0; number < 20; number++) {
            assertThat(values.take("shop", List.of(common, "port " + number))).isPresent();
        }
        fill();

        assertThat(values.take("shop", List.of(common, "another")))
                .as("within what each has")
                .isPresent();
    }

    /** What the injector writes is the same in all pods: with a count for each namespace there was room for six hundred of them. */
    @Test
    void aPartThatIsCommonToAllTakesRoomOnce() {
        var common = "x".repeat(20_000);
        int namespaces = 4_000;
        for (int number = 0; number < namespaces; number++) {
            assertThat(values.take("n" + number, List.of(common, "namespace " + number)))
                    .as("namespace %d", number)
                    .isPresent();
        }
        for (int number = 0; number < namespaces; number++) {
            values.release("n" + number, List.of(common, "namespace " + number));
        }

        var whole = List.of("y".repeat(ROOM / 8 - 1_000));
        assertThat(values.take("shop", whole)).as("all is free again").isPresent();
    }

    /** A tenant who has some namespaces made what only they have common, and with it the room of all. */
    @Test
    void aPartThatFewNamespacesHaveCountsForEach() {
        fill();

        assertThat(takenOfFour("last")).isOne();
        assertThat(takenOfFour("other")).isOne();
    }

    /** Else eight namespaces bring part after part, and leave them to a ninth for which none counts. */
    @Test
    void aPartCountsForThoseThatBroughtItUntilItIsGone() {
        fill();
        var common = List.of("x".repeat(SharedValues.ALWAYS / 4));
        for (int number = 0; number < 9; number++) {
            assertThat(values.take("tenant" + number, common)).isPresent();
        }
        for (int number = 0; number < 8; number++) {
            values.release("tenant" + number, common);
        }

        assertThat(takenOfFour("tenant0")).isZero();
        assertThat(takenOfFour("tenant8")).isOne();

        values.release("tenant8", common);
        assertThat(takenOfFour("tenant0")).isOne();
    }

    /** Of values of which a namespace always has room for one. */
    private long takenOfFour(String namespace) {
        return IntStream.range(0, 4)
                .filter(number -> values.take(namespace, List.of(number + "y".repeat(SharedValues.ALWAYS / 4)))
                        .isPresent())
                .count();
    }

    /** One tenant with a thousand pods of different settings ended every replica of the controller. */
    @Test
    void aNamespaceTakesNoMoreThanItsPartAndTheOthersHaveRoom() {
        long taken = IntStream.range(0, 10_000)
                .filter(number -> values.take("greedy", List.of(number + "x".repeat(5_000)))
                        .isPresent())
                .count();

        assertThat(taken * 10_000).isBetween(ROOM / 8L, ROOM / 4L);
        assertThat(values.take("shop", List.of("y".repeat(5_000)))).isPresent();
    }

    /** Two thousand short texts of a pod took twenty times what their characters say. */
    @Test
    void shortTextsCountWithWhatHoldsThem() {
        long taken = IntStream.range(0, 1_000)
                .filter(pod -> values.take(
                                "greedy",
                                IntStream.range(0, 1_000)
                                        .mapToObj(number -> pod + "-" + number)
                                        .toList())
                        .isPresent())
                .count();

        assertThat(taken * 1_000 * 300).isLessThan(ROOM / 4L);
    }

    @Test
    void eachNamespaceHasALittleWhateverTheOthersTake() {
        fill();

        assertThat(values.take("last", List.of("y".repeat(SharedValues.ALWAYS / 2 - 500))))
                .isPresent();
    }

    /** A tenant who may make namespaces took the small part of each, until the process ended. */
    @Test
    void manyNamespacesTogetherTakeNoMoreThanTheRoom() {
        long taken = IntStream.range(0, 2_000)
                .filter(number -> values.take("n" + number, List.of(number + "x".repeat(30_000)))
                        .isPresent())
                .count();

        assertThat(taken * 60_410).isBetween(ROOM - 60_410L, (long) ROOM);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void allThatWasTakenIsFreeAfterItsRelease(long seed) {
        var random = new Random(seed);
        var held = IntStream.range(0, 2_000)
                .mapToObj(_ -> List.of("a".repeat(random.nextInt(2_000)), "b".repeat(random.nextInt(20))))
                .flatMap(value -> values.take("shop", value).stream())
                .toList();
        assertThat(held).isNotEmpty();
        held.forEach(value -> values.release("shop", value));

        var whole = List.of("x".repeat(ROOM / 8 - 1_000));
        assertThat(values.take("shop", whole)).isEqualTo(Optional.of(whole));
    }

    @Test
    void whatWasNotTakenIsReleasedForNothing() {
        values.release("shop", List.of("a"));
        values.take("shop", List.of("b"));
        values.release("shop", List.of("a"));

        assertThat(values.take("shop", List.of("b"))).isPresent();
    }

    private void fill() {
        for (int namespace = 0; namespace < 100; namespace++) {
            for (int number = 0; number < 100; number++) {
                values.take("n" + namespace, List.of(namespace + "," + number + "x".repeat(20_000)));
            }
        }
    }
}
