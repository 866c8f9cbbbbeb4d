// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.api.NotLeading;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.api.RefusedWatches;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeptObjectsIT {
    private static final String PATH = "/api/v1/namespaces/shop/configmaps/kept";
    private static final Owner NOBODY = new Owner.None();
    private static final Change<String> MAKE = new Change.Write<>(Optional.empty(), "right", "it is wanted");
    /** A leader stands back so long before another may take over. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final FakeApiServer api = FakeApiServer.plain();
    private final KubernetesClient client = FakeCluster.client(api);
    private final MeterRegistry meters = new SimpleMeterRegistry();
    /** How many more requests we may send as leader. */
    private final AtomicInteger leadingFor = new AtomicInteger(100);

    private final KeptObjects<ConfigMap, String> ours = kept("mesh");

    KeptObjectsIT() {
        api.put("/api/v1/namespaces/shop", "{}");
    }

    @AfterEach
    void end() {
        api.close();
        client.close();
    }

    @Test
    void doesNotMakeAnewWhatWasDeletedSinceItWasSeen() {
        ours.carryOut(MAKE, "shop", NOBODY);
        var seen = sight();
        api.remove(PATH);

        var refused = catchThrowableOfType(
                ApiException.class,
                () -> ours.carryOut(new Change.Write<>(Optional.of(seen), "new", "it differs"), "shop", NOBODY));

        assertThat(refused.failure()).isInstanceOf(ApiFailure.Conflict.class);
        assertThat(api.get(PATH)).isEmpty();
    }

    @Test
    void oneOfTwoReleasesThatMakeTheSameObjectIsRefused() {
        ours.carryOut(MAKE, "shop", NOBODY);

        var refused =
                catchThrowableOfType(ApiException.class, () -> kept("other").carryOut(MAKE, "shop", NOBODY));

        assertThat(refused.failure()).isInstanceOf(ApiFailure.Conflict.class);
        assertThat(api.get(PATH)
                        .orElseThrow()
                        .at("/metadata/labels/app.kubernetes.io~1instance")
                        .asText())
                .isEqualTo("mesh");
    }

    /** Applied without a version, ours took over what had no field in common with it: the watch had not told of it yet. */
    @Test
    void leavesAloneWhatSomebodyElseMadeAMomentBeforeAndWhichSaysNothing() {
        var theirs = api.put(PATH, "{}");

        var refused = catchThrowableOfType(ApiException.class, () -> ours.carryOut(MAKE, "shop", NOBODY));

        assertThat(refused.failure()).isInstanceOf(ApiFailure.Conflict.class);
        assertThat(api.get(PATH)).contains(theirs);
    }

    /** Taken for removed, it stayed for as long as nothing happened to it: up to five minutes. */
    @Test
    void looksAgainAtWhatItDidNotFindToRemove() {
        ours.carryOut(MAKE, "shop", NOBODY);
        api.fail("DELETE", Failure.status(404));

        var refused = catchThrowableOfType(
                ApiException.class,
                () -> ours.carryOut(new Change.Remove<>(sight(), "it is not wanted"), "shop", NOBODY));

        assertThat(refused.failure()).isInstanceOf(ApiFailure.Conflict.class);
    }

    @Test
    void asksBeforeEachRequestWhetherItStillLeads() {
        ours.carryOut(MAKE, "shop", NOBODY);
        leadingFor.set(1);

        var stopped = catchThrowableOfType(
                NotLeading.class,
                () -> ours.carryOut(new Change.Replace<>(sight(), "new", "it differs"), "shop", NOBODY));

        assertThat(stopped).isNotNull();
        assertThat(api.requests("DELETE")).hasSize(1);
        assertThat(api.requests("PATCH")).as("that which made it first").hasSize(1);
    }

    @Test
    void countsWhatSomebodyElseHasUndoneAndNothingElse() {
        ours.carryOut(MAKE, "shop", NOBODY);
        ours.carryOut(new Change.Write<>(Optional.of(sight()), "new", "it is wanted"), "shop", NOBODY);
        ours.carryOut(new Change.Remove<>(sight(), "it is not wanted"), "shop", NOBODY);
        ours.carryOut(new Change.Write<>(Optional.empty(), "new", "it is wanted again"), "shop", NOBODY);
        assertThat(meters.find("linkerd_multus_controller_drift").counter()).isNull();

        api.remove(PATH);
        ours.carryOut(new Change.Write<>(Optional.empty(), "new", "it is wanted"), "shop", NOBODY);

        assertThat(meters.get("linkerd_multus_controller_drift").counter().count())
                .isEqualTo(1);
    }

    @Test
    void aRequestThatHangsEndsBeforeAnotherMayLead() {
        api.fail("PATCH", new Failure.Hang());
        long begin = System.nanoTime();

        var late = catchThrowableOfType(ApiException.class, () -> ours.carryOut(MAKE, "shop", NOBODY));

        assertThat(late.failure()).isInstanceOf(ApiFailure.Unreachable.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(MARGIN);
    }

    private Seen.Sight sight() {
        var metadata = api.get(PATH).orElseThrow().path("metadata");
        return new Seen.Sight(
                metadata.path("uid").asText(), metadata.path("resourceVersion").asText());
    }

    private KeptObjects<ConfigMap, String> kept(String release) {
        return new KeptObjects<>(
                new ClientTransport(client, new RefusedWatches()),
                new Kind(),
                new Instance(release),
                new ObjectWrites(client, ObjectWrites.LONGEST, () -> leadingFor.getAndDecrement() > 0),
                meters,
                _ -> {});
    }

    private record Kind() implements KeptKind<ConfigMap, String> {
        @Override
        public String label() {
            return "config";
        }

        @Override
        public ApiResource<ConfigMap> resource() {
            return new ApiResource<>("configmaps", KubernetesClient::configMaps);
        }

        @Override
        public String name() {
            return "kept";
        }

        @Override
        public Class<ConfigMap> type() {
            return ConfigMap.class;
        }

        @Override
        public String collection() {
            return ApiPath.core("configmaps");
        }

        @Override
        public Optional<String> contentOf(ConfigMap object) {
            return Optional.ofNullable(object.getData().get("says"));
        }

        @Override
        public ConfigMap saying(String content) {
            return new ConfigMapBuilder().addToData("says", content).build();
        }
    }
}
