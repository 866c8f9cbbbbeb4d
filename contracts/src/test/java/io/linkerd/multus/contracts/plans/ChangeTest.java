// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.ObjectMarks.Reference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChangeTest {
    private static final Instance MESH = new Instance("mesh");
    private static final Owner OWNER = new Owner.Release("mesh-controller", "r");
    private static final Owner NOBODY = new Owner.None();
    private static final Owner GONE = new Owner.Missing("mesh-controller");
    private static final Map<String, String> OURS = MESH.labels();
    private static final Map<String, String> BEFORE_INSTANCES =
            Map.of("app.kubernetes.io/managed-by", "linkerd-multus");

    private static final Optional<Given> NONE = Optional.empty();
    private static final Optional<Given> THEIRS =
            object(Map.of("app.kubernetes.io/managed-by", "somebody-else"), "right", "mesh-controller", "r");
    private static final Optional<Given> RIGHT = object(OURS, "right", "mesh-controller", "r");
    private static final Optional<Given> DRIFTED = object(OURS, "wrong", "mesh-controller", "r");
    private static final Optional<Given> ORPHANED = object(OURS, "right", "mesh-controller", "old");
    private static final Optional<Given> EMPTIED = object(OURS, "", "mesh-controller", "r");
    private static final Optional<Given> SAYS_NOTHING = object(BEFORE_INSTANCES, "", "mesh-controller", "r");
    private static final Optional<Given> OWNED_BY_NOBODY = object(OURS, "", "mesh-controller", "old");
    private static final Optional<Given> OTHERS =
            object(new Instance("other").labels(), "wrong", "other-controller", "o");
    private static final Optional<Given> EARLIER = object(BEFORE_INSTANCES, "right", "mesh-controller", "r");
    private static final Optional<Given> OTHERS_EARLIER = object(BEFORE_INSTANCES, "right", "other-controller", "o");

    private static final Optional<Given> UNLABELLED = object(BEFORE_INSTANCES, "right", "mesh-owner", "r");
    private static final Optional<Given> OTHERS_UNLABELLED = object(BEFORE_INSTANCES, "right", "other-owner", "o");

    /** An object that is there, and what it says. */
    record Given(ObjectMarks marks, Optional<String> says) {}

    record Row(String what, Optional<Given> seen, Owner owner, Change<String> change) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Row> rows() {
        var seen = Optional.of(new Seen.Sight("u", "7"));
        var made = new Change.Write<>(Optional.empty(), "right", "it is wanted");
        var mended = new Change.Write<>(seen, "right", "it says something else than it has to");
        var adopted = new Change.Write<>(seen, "right", "it does not name the release that it has to");
        var right = new Change.Keep<String>("it is right");
        var foreign = new Change.Keep<String>("another client made it");
        var gone = new Change.Keep<String>("the release that has to own it is gone");
        return Stream.of(
                new Row("there is none", NONE, OWNER, made),
                new Row("there is none, and nobody is to own it", NONE, NOBODY, made),
                new Row("there is none, and the release is gone", NONE, GONE, gone),
                new Row("it is right", RIGHT, OWNER, right),
                new Row("it is right, and nobody is to own it", ORPHANED, NOBODY, right),
                new Row("it is right, and the release is gone", RIGHT, GONE, gone),
                new Row("it drifted", DRIFTED, OWNER, mended),
                new Row("it drifted, and the release is gone", DRIFTED, GONE, gone),
                new Row("an old release of our name owns it", ORPHANED, OWNER, adopted),
                new Row("an earlier version of ours made it", EARLIER, OWNER, adopted),
                new Row("an earlier version of another release made it", OTHERS_EARLIER, OWNER, foreign),
                new Row("somebody took our label off", UNLABELLED, OWNER, adopted),
                new Row("somebody took another release's label off", OTHERS_UNLABELLED, OWNER, foreign),
                new Row("another release keeps it", OTHERS, OWNER, foreign),
                new Row("another release keeps it, and nobody is to own it", OTHERS, NOBODY, foreign),
                new Row("somebody emptied ours", EMPTIED, OWNER, mended),
                new Row("it says nothing of what ours say, and does not name us", SAYS_NOTHING, OWNER, foreign),
                new Row("it says nothing, and our owner is not its", OWNED_BY_NOBODY, OWNER, foreign),
                new Row("it says nothing, and nobody is to own ours", EMPTIED, NOBODY, foreign),
                new Row("it says nothing, and the release is gone", EMPTIED, GONE, foreign),
                new Row("another client made it", THEIRS, OWNER, foreign),
                new Row("another client made it, and the release is gone", THEIRS, GONE, foreign));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void decides(Row row) {
        assertThat(Change.of(seen(row.seen(), row.owner()), "right", row.owner(), "it is wanted"))
                .isEqualTo(row.change());
    }

    @Test
    void knowsWhichReleaseKeepsIt() {
        assertThat(seen(OTHERS, OWNER)).isEqualTo(new Seen.Foreign<>("u", Optional.of("other")));
        assertThat(seen(OTHERS_EARLIER, OWNER)).isEqualTo(new Seen.Foreign<>("u", Optional.of("other")));
        assertThat(seen(THEIRS, OWNER)).isEqualTo(new Seen.Foreign<>("u", Optional.empty()));
        assertThat(seen(SAYS_NOTHING, OWNER)).isEqualTo(new Seen.Foreign<>("u", Optional.empty()));
    }

    private static Seen<String> seen(Optional<Given> object, Owner owner) {
        return object.map(given -> Seen.of(given.marks(), given.says(), MESH, owner))
                .orElseGet(Seen.Absent::new);
    }

    private static Optional<Given> object(Map<String, String> labels, String says, String ownerName, String ownerUid) {
        return Optional.of(new Given(
                new ObjectMarks(new Seen.Sight("u", "7"), labels, List.of(new Reference(ownerName, ownerUid))),
                Optional.of(says).filter(text -> !text.isEmpty())));
    }
}
