// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.operator.OperatorPlan.Part;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ObjectActionTest {
    private static final String ANY = "any";

    /** Each situation is in one row. */
    private static final String TABLE = """
            object        | steps before | rolled out before | it      | webhook | it is     | action
            any           | any          | any               | matches | any     | any       | KEEP
            any           | any          | SPEC              | differs | any     | any       | CORRECT
            any           | done         | VERSION           | differs | any     | any       | CORRECT
            any           | done         | NOTHING           | differs | any     | any       | CORRECT
            configuration | not done     | VERSION           | differs | any     | any       | CORRECT
            configuration | not done     | NOTHING           | differs | any     | any       | AWAIT_STEP
            other         | not done     | VERSION           | differs | any     | any       | AWAIT_STEP
            other         | not done     | NOTHING           | differs | any     | any       | AWAIT_STEP
            configuration | any          | SPEC              | missing | answers | any       | CREATE
            configuration | any          | SPEC              | missing | silent  | any       | AWAIT_ANSWER
            configuration | any          | VERSION           | missing | answers | any       | CREATE
            configuration | any          | VERSION           | missing | silent  | any       | AWAIT_ANSWER
            configuration | done         | NOTHING           | missing | answers | any       | CREATE
            configuration | done         | NOTHING           | missing | silent  | any       | AWAIT_ANSWER
            configuration | not done     | NOTHING           | missing | any     | any       | AWAIT_STEP
            other         | any          | SPEC              | missing | any     | any       | CREATE
            other         | any          | VERSION           | missing | any     | any       | CREATE
            other         | done         | NOTHING           | missing | any     | any       | CREATE
            other         | not done     | NOTHING           | missing | any     | asked     | CREATE
            other         | not done     | NOTHING           | missing | any     | not asked | AWAIT_STEP
            """;

    private record Row(List<String> situation, ObjectAction action) {
        static Row of(String line) {
            var cells = Stream.of(line.split("\\|")).map(String::strip).toList();
            return new Row(cells.subList(0, 6), ObjectAction.valueOf(cells.get(6)));
        }

        boolean isAbout(List<String> other) {
            return Stream.iterate(0, column -> column < situation.size(), column -> column + 1)
                    .allMatch(column -> situation.get(column).equals(ANY)
                            || situation.get(column).equals(other.get(column)));
        }
    }

    private static final List<Row> ROWS = TABLE.lines().skip(1).map(Row::of).toList();

    /** Every stage with everything that can be the matter. */
    private static Stream<List<String>> situations(Stage stage) {
        return Stream.of("done", "not done")
                .flatMap(before -> Stream.of(Achieved.values())
                        .map(Achieved::name)
                        .flatMap(achieved -> Stream.of("matches", "differs", "missing")
                                .flatMap(it -> Stream.of("answers", "silent")
                                        .flatMap(webhook -> Stream.of("asked", "not asked")
                                                .map(asked -> List.of(
                                                        stage == Stage.ADMISSION ? "configuration" : "other",
                                                        before,
                                                        achieved,
                                                        it,
                                                        webhook,
                                                        asked))))));
    }

    private static String kind(Stage stage) {
        return switch (stage) {
            case FOUNDATION -> "ServiceAccount";
            case INSTALLER -> "DaemonSet";
            case WEBHOOK -> "Deployment";
            case ADMISSION -> "MutatingWebhookConfiguration";
        };
    }

    private static ObjectAction action(Stage stage, List<String> situation) {
        var it = situation.get(3);
        var key = new ObjectKey(OperandKind.named(kind(stage)), "", "a");
        return ObjectAction.of(
                new Part(key, !it.equals("missing"), it.equals("matches"), Rollout.UNKNOWN),
                Achieved.valueOf(situation.get(2)),
                situation.get(1).equals("done"),
                new ObjectAction.Asked(
                        situation.get(5).equals("asked"), situation.get(4).equals("answers")));
    }

    @Test
    void doesInEverySituationAsTheOneRowAboutItSays() {
        for (var stage : Stage.values()) {
            assertThat(situations(stage)).hasSize(72).allSatisfy(situation -> {
                var rows = ROWS.stream().filter(row -> row.isAbout(situation)).toList();
                assertThat(rows).as("rows about %s", situation).hasSize(1);
                assertThat(action(stage, situation))
                        .as("%s at stage %s", situation, stage)
                        .isEqualTo(rows.getFirst().action());
            });
        }
    }

    @Test
    void writesWhatItCorrectsOrCreates() {
        assertThat(Stream.of(ObjectAction.values()).filter(ObjectAction::isWrite))
                .containsExactly(ObjectAction.CORRECT, ObjectAction.CREATE);
    }
}
