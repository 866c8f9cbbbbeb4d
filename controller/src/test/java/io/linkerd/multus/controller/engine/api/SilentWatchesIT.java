// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.service.fakeapi.Failure;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SilentWatchesIT {
    private static final String MAPS = "/api/v1/namespaces/shop/configmaps";

    private final FakeCluster cluster = new FakeCluster();
    private final KubernetesClient client = ApiClient.open(
            cluster.apiServer(),
            new RefusedWatches(),
            new ApiTraffic(new SimpleMeterRegistry(), System::nanoTime),
            Duration.ofSeconds(2));
    private final Watched<ConfigMap> maps =
            new Watched<>("config maps", client.configMaps().inNamespace("shop").runnableInformer(0), _ -> {}, _ -> {});

    @BeforeEach
    void follow() {
        cluster.api().put(MAPS + "/first", "{}");
        maps.start();
        soon().until(() -> maps.get("shop", "first").isPresent());
        soon().until(() -> watches() == 1);
    }

    @AfterEach
    void close() {
        maps.close();
        client.close();
        cluster.close();
    }

    /** A leader heard of a namespace 569 s after it had asked: a load balancer had dropped the watch without a word. */
    @Test
    void hearsAgainBehindAWatchThatWasDroppedWithoutAWord() {
        cluster.api().watches().silence();
        cluster.api().put(MAPS + "/unheard", "{}");

        soon().until(() -> maps.get("shop", "unheard").isPresent());
    }

    @Test
    void keepsAWatchInWhichBookmarksCome() {
        await().during(Duration.ofSeconds(4))
                .atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    cluster.api().watches().bookmark();
                    return watches() == 1;
                });
        assertThat(maps.whyNotReady()).isEmpty();
    }

    /** Its connection was taken, and nothing answered: it waited for as long as the watch might have lasted. */
    @Test
    void givesUpAWatchThatDoesNotBegin() {
        cluster.api().fail("WATCH " + MAPS, new Failure.Hang(), 1);
        cluster.api().watches().end();
        soon().until(() -> watches() == 2);
        cluster.api().put(MAPS + "/late", "{}");

        soon().until(() -> maps.get("shop", "late").isPresent());
    }

    private long watches() {
        return cluster.api().requests("WATCH " + MAPS).size();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(20));
    }
}
