// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.engine.api.Precondition.AsSeen;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ObjectWritesIT {
    private static final ApiResource<ConfigMap> CONFIG_MAPS =
            new ApiResource<>("configmaps", KubernetesClient::configMaps);
    private static final String PATH = "/api/v1/namespaces/shop/configmaps/kept";
    private static final AsSeen STALE = new AsSeen("another", "77");

    /** @param name for the report */
    record Write(String name, Consumer<ObjectWrites> sends) {
        @Override
        public String toString() {
            return name;
        }
    }

    private final FakeApiServer api = FakeApiServer.plain();
    private final KubernetesClient client = FakeCluster.client(api);
    private final AtomicBoolean leads = new AtomicBoolean(true);
    private final ObjectWrites writes = new ObjectWrites(client, ObjectWrites.LONGEST, leads::get);

    ObjectWritesIT() {
        api.put("/api/v1/namespaces/shop", "{}");
    }

    @AfterEach
    void end() {
        api.close();
        client.close();
    }

    static Stream<Write> everyWrite() {
        return Stream.of(
                new Write("apply", by -> by.apply(CONFIG_MAPS, saying("new"), "me", new Precondition.None())),
                new Write(
                        "applyStatus", by -> by.applyStatus(CONFIG_MAPS, saying("new"), "me", new Precondition.None())),
                new Write(
                        "patch", by -> by.patch(CONFIG_MAPS, stale(), Map.of(), Map.of("data", Map.of("says", "new")))),
                new Write("patchAs", by -> by.patchAs("me", CONFIG_MAPS, stale(), Map.of(), Map.of())),
                new Write("createDry", by -> by.createDry(CONFIG_MAPS, saying("new"))),
                new Write("create", by -> by.create(CONFIG_MAPS, saying("new"))),
                new Write("update", by -> by.update(CONFIG_MAPS, saying("new"))),
                new Write("delete", by -> by.delete(CONFIG_MAPS, "shop", "kept", STALE)),
                new Write(
                        "evict",
                        by -> by.evict(
                                "shop", "web-1", Map.of("uid", STALE.uid(), "resourceVersion", STALE.version()))));
    }

    /** Each change of the other writer was answered with a write, as fast as the API server took both. */
    @Test
    void givesWayToAnotherWriterThatKeepsUndoingAnObject() {
        var refused = new ArrayList<Contested>();
        for (int round = 0; round < 50; round++) {
            try {
                writes.apply(CONFIG_MAPS, saying("mine"), "me", new Precondition.None());
            } catch (Contested e) {
                refused.add(e);
            }
            api.edit(PATH, "{data: {says: 'theirs'}}");
        }

        assertThat(api.requests("PATCH " + PATH)).hasSizeBetween(5, 20); // each doubles the pause
        assertThat(refused.getFirst().inWords()).contains("configmaps shop/kept", "managedFields");
        assertThat(refused)
                .allSatisfy(e -> assertThat(e.left()).isBetween(Duration.ofNanos(1), Duration.ofSeconds(30)));
        assertThat(writes.apply(CONFIG_MAPS, saying("another"), "me", new Precondition.None())
                        .getData())
                .containsEntry("says", "another");
    }

    @ParameterizedTest
    @MethodSource("everyWrite")
    void sendsNothingWithoutLeading(Write write) {
        leads.set(false);
        int before = api.requests("").size();

        assertThatThrownBy(() -> write.sends().accept(writes)).isInstanceOf(NotLeading.class);

        assertThat(api.requests("")).hasSize(before);
    }

    static Stream<Write> writesOfWhatIsNotAsSeen() {
        return Stream.of(
                new Write(
                        "apply, with another there",
                        by -> by.apply(CONFIG_MAPS, saying("new"), "me", new Precondition.Absent())),
                new Write("create", by -> by.create(CONFIG_MAPS, saying("new"))),
                new Write("delete another version", by -> by.delete(CONFIG_MAPS, "shop", "kept", STALE)));
    }

    @ParameterizedTest
    @MethodSource("writesOfWhatIsNotAsSeen")
    void leavesAloneWhatIsNotAsItWasSeen(Write write) {
        var there = writes.apply(CONFIG_MAPS, saying("old"), "another", new Precondition.None());

        var refused =
                catchThrowableOfType(ApiException.class, () -> write.sends().accept(writes));

        assertThat(refused.failure()).isInstanceOf(ApiFailure.Conflict.class);
        assertThat(CONFIG_MAPS.at(client, "shop", "kept").get()).isEqualTo(there);
    }

    static Stream<BiConsumer<ObjectWrites, ConfigMap>> writesOverWhatWasSeen() {
        return Stream.of(
                (by, seen) -> by.apply(CONFIG_MAPS, saying("new"), "me", Precondition.asSeen(seen)),
                (by, seen) -> by.patch(CONFIG_MAPS, seen, Map.of(), Map.of("data", Map.of("says", "new"))),
                (by, seen) -> by.delete(CONFIG_MAPS, "shop", "kept", Precondition.asSeen(seen)),
                (by, seen) -> by.update(CONFIG_MAPS, seen));
    }

    @ParameterizedTest
    @MethodSource("writesOverWhatWasSeen")
    void leavesAloneAChangeThatWasNotSeen(BiConsumer<ObjectWrites, ConfigMap> write) {
        var seen = writes.apply(CONFIG_MAPS, saying("old"), "me", new Precondition.None());
        var changed = writes.apply(CONFIG_MAPS, saying("changed"), "another", new Precondition.None());

        var refused = catchThrowableOfType(ApiException.class, () -> write.accept(writes, seen));

        assertThat(refused.failure()).isInstanceOf(ApiFailure.Conflict.class);
        assertThat(CONFIG_MAPS.at(client, "shop", "kept").get()).isEqualTo(changed);
    }

    @Test
    void doesNotMakeAnewWhatHasGone() {
        var seen = Precondition.asSeen(writes.apply(CONFIG_MAPS, saying("old"), "me", new Precondition.None()));
        api.remove(PATH);

        var refused =
                catchThrowableOfType(ApiException.class, () -> writes.apply(CONFIG_MAPS, saying("new"), "me", seen));

        assertThat(refused.failure()).isInstanceOf(ApiFailure.Conflict.class);
        assertThat(api.get(PATH)).isEmpty();
    }

    /** Known by its name alone, an object was read by the client first: two requests, each of four seconds, after one question. */
    @Test
    void patchesInOneRequest() {
        var seen = writes.apply(CONFIG_MAPS, saying("old"), "me", new Precondition.None());
        int before = api.requests("").size();

        writes.patch(CONFIG_MAPS, seen, Map.of("labels", Map.of("a", "b")), Map.of("data", Map.of("says", "new")));

        assertThat(api.requests("")).hasSize(before + 1);
        assertThat(api.get(PATH).orElseThrow().at("/data/says").asText()).isEqualTo("new");
        assertThat(api.get(PATH).orElseThrow().at("/metadata/labels/a").asText())
                .isEqualTo("b");
    }

    /** Asked for both, an administrator was told to give a right that the operator does not need. */
    @Test
    void namesNoRightToCreateWhereTheObjectIsThere() {
        var seen = Precondition.asSeen(writes.apply(CONFIG_MAPS, saying("old"), "me", new Precondition.None()));
        api.fail("PATCH", Failure.status(403));

        var refused =
                catchThrowableOfType(ApiException.class, () -> writes.apply(CONFIG_MAPS, saying("new"), "me", seen));

        assertThat(refused.permission()).isEqualTo("patch configmaps");
    }

    @Test
    void tellsWhetherThereWasAnythingToDelete() {
        var seen = Precondition.asSeen(writes.apply(CONFIG_MAPS, saying("old"), "me", new Precondition.None()));

        assertThat(writes.delete(CONFIG_MAPS, "shop", "kept", seen)).isTrue();
        assertThat(writes.delete(CONFIG_MAPS, "shop", "kept", seen)).isFalse();
    }

    @Test
    void leavesTheObjectOfTheCallerAsItIs() {
        var asked = saying("new");

        writes.apply(CONFIG_MAPS, asked, "me", new Precondition.Absent());

        assertThat(asked).isEqualTo(saying("new"));
    }

    private static ConfigMap stale() {
        return new ConfigMapBuilder(saying("stale"))
                .editMetadata()
                .withUid(STALE.uid())
                .withResourceVersion(STALE.version())
                .endMetadata()
                .build();
    }

    private static ConfigMap saying(String says) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("kept")
                .endMetadata()
                .addToData("says", says)
                .build();
    }
}
