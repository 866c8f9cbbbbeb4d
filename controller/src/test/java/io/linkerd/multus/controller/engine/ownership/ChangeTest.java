// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChangeTest {
    private static final Owner OWNER = new Owner.Release("role", "r");
    private static final Owner NOBODY = new Owner.Nobody();
    private static final Owner GONE = new Owner.Missing("role");
    private static final Optional<ConfigMap> NONE = Optional.empty();
    private static final Optional<ConfigMap> FOREIGN = object("somebody-else", "right", "r");
    private static final Optional<ConfigMap> RIGHT = object("linkerd-multus", "right", "r");
    private static final Optional<ConfigMap> DRIFTED = object("linkerd-multus", "wrong", "r");
    private static final Optional<ConfigMap> ORPHANED = object("linkerd-multus", "right", "old");

    record Row(String what, Optional<ConfigMap> seen, Owner owner, Change<String> change) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Row> rows() {
        var made = new Change.Write<>(Optional.empty(), "right", "it is wanted");
        var mended = new Change.Write<>(Optional.of("7"), "right", "it says something else than it has to");
        var adopted = new Change.Write<>(Optional.of("7"), "right", "the release that owns it is another one");
        var right = new Change.Keep<String>("it is right");
        var foreign = new Change.Keep<String>("somebody else made it");
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
                new Row("an old release owns it", ORPHANED, OWNER, adopted),
                new Row("somebody else made it", FOREIGN, OWNER, foreign),
                new Row("somebody else made it, and the release is gone", FOREIGN, GONE, foreign));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void decides(Row row) {
        var seen = Seen.of(row.seen(), object -> object.getData().getOrDefault("says", ""), row.owner());

        assertThat(Change.of(seen, "right", row.owner(), "it is wanted")).isEqualTo(row.change());
    }

    private static Optional<ConfigMap> object(String madeBy, String says, String ownerUid) {
        return Optional.of(new ConfigMapBuilder()
                .withNewMetadata()
                .withUid("u")
                .withResourceVersion("7")
                .addToLabels("app.kubernetes.io/managed-by", madeBy)
                .addNewOwnerReference()
                .withUid(ownerUid)
                .endOwnerReference()
                .endMetadata()
                .addToData("says", says)
                .build());
    }
}
