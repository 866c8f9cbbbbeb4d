// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import static io.linkerd.multus.daemon.cluster.FollowedCluster.POD;
import static io.linkerd.multus.daemon.cluster.FollowedCluster.pod;
import static io.linkerd.multus.daemon.cluster.FollowedCluster.soon;
import static io.linkerd.multus.daemon.cluster.FollowedCluster.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.fakeapi.Failure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NodePodsTest {
    private static final String BLUE = "{'k8s.v1.cni.cncf.io/networks': 'blue'}";
    private static final String OF_A_FILE =
            "{'kubernetes.io/config.source': 'file', 'kubernetes.io/config.hash': 'f00'}";
    private static final Duration SHORT = Duration.ofMillis(600);

    @TempDir
    private Path folder;

    private FollowedCluster there;
    private NodePods pods;

    @BeforeEach
    void follow() throws Exception {
        there = new FollowedCluster(folder);
        pods = there.cluster.pods();
    }

    @AfterEach
    void end() {
        there.close();
    }

    private void awaitKnown(String uid) {
        await().until(() -> pods.followed()
                .get("shop/cart")
                .flatMap(Sighting::value)
                .filter(known -> known.uid().equals(uid))
                .isPresent());
    }

    private static NodePod found(PodLookup lookup) {
        assertThat(lookup).isInstanceOf(PodLookup.Found.class);
        return ((PodLookup.Found) lookup).pod();
    }

    @Test
    void aPodThatTheWatchHasToldIsNotAskedFor() {
        var uid = there.putPod(BLUE);
        awaitKnown(uid);

        var found = found(pods.await(pod(uid), soon()));

        assertThat(found.uid()).isEqualTo(uid);
        assertThat(found.annotations().networks()).contains("blue");
        assertThat(there.api.requests("GET " + POD)).isEmpty();
    }

    @Test
    void podsOfOtherNodesAreNotKept() {
        there.api.put("/api/v1/namespaces/shop/pods/other", "{spec: {nodeName: 'node2'}}");
        awaitKnown(there.putPod("{}"));

        assertThat(pods.followed().all().count()).isEqualTo(1);
    }

    @Test
    void aPodThatTheWatchDoesNotKnowYetIsAskedFor() {
        there.silence();
        var uid = there.putPod(BLUE);

        assertThat(found(pods.find(pod(uid), soon())).annotations().networks()).contains("blue");
    }

    /** As a container's is whose cached attachment does not tell its pod. */
    @Test
    void aPodWithoutANameIsNotTheListOfAll() {
        there.putPod(BLUE);

        assertThat(pods.find(new PodIdentity("shop", "", ""), soon())).isEqualTo(new PodLookup.NotFound());
        assertThat(pods.find(new PodIdentity("", "", ""), soon())).isEqualTo(new PodLookup.NotFound());
    }

    @Test
    void aPodOfWhichTheWatchKnowsAnEarlierOneOfTheNameIsAskedFor() {
        awaitKnown(there.putPod("{}"));
        there.silence();
        there.api.remove(POD);
        var uid = there.putPod(BLUE);

        assertThat(found(pods.await(pod(uid), soon())).uid()).isEqualTo(uid);
    }

    @Test
    void anotherPodOfTheNameIsToldWithBothUids() {
        var uid = there.putPod("{}");
        awaitKnown(uid);

        assertThat(pods.await(pod("expected"), soon())).isEqualTo(new PodLookup.OtherUid("expected", uid));
    }

    @Test
    void aRuntimeThatKnowsNoUidMeansThePodThatIsThere() {
        awaitKnown(there.putPod(BLUE));

        assertThat(found(pods.find(pod(""), soon())).annotations().networks()).contains("blue");
    }

    @Test
    void theMirrorOfAStaticPodHasAnotherUidThanTheRuntimesPod() {
        var uid = there.putPod(OF_A_FILE);
        awaitKnown(uid);

        assertThat(found(pods.await(pod("f00"), soon())).uid()).isEqualTo(uid);
        assertThat(there.api.requests("GET " + POD)).isEmpty();
    }

    @Test
    void theMirrorOfAnEarlierFileServesUntilItIsReplaced() {
        there.putPod(OF_A_FILE);

        assertThat(found(pods.await(pod("ba5"), soon())).staticUid()).contains(new NodePod.StaticUid("f00"));
        assertThat(there.api.requests("GET " + POD)).hasSize(1);
    }

    @Test
    void aPodOfTheApiServerIsNotTakenForAStaticOne() {
        var uid = there.putPod("{'kubernetes.io/config.source': 'api'}");

        assertThat(pods.find(pod("expected"), soon())).isEqualTo(new PodLookup.OtherUid("expected", uid));
    }

    @Test
    void aPodThatIsGoneIsNotWaitedForWhereNetworksAreTakenAway() {
        assertThat(pods.find(pod("any"), soon())).isEqualTo(new PodLookup.NotFound());
        assertThat(there.api.requests("GET " + POD)).hasSize(1);
    }

    @Test
    void aPodThatIsToGetNetworksIsWaitedFor() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var lookup = CompletableFuture.supplyAsync(() -> pods.await(pod(""), soon()), threads);
            await().until(() -> !there.api.requests("GET " + POD).isEmpty());
            there.putPod(BLUE);

            assertThat(found(lookup.get(10, TimeUnit.SECONDS)).annotations().networks())
                    .contains("blue");
        }
    }

    @Test
    void aPodThatDoesNotComeIsNotThere() {
        assertThat(pods.await(pod("any"), within(SHORT))).isEqualTo(new PodLookup.NotFound());
    }

    @Test
    void whatWasKnownStaysKnownWhileTheApiServerIsAway() {
        var uid = there.putPod(BLUE);
        awaitKnown(uid);
        there.api.refuseConnections();

        assertThat(found(pods.await(pod(uid), soon())).uid()).isEqualTo(uid);
    }

    @Test
    void whatIsNotKnownIsUnansweredInTimeWhileTheApiServerIsAway() {
        there.api.refuseConnections();
        long begun = System.nanoTime();

        assertThat(pods.await(pod("any"), soon())).isInstanceOf(PodLookup.Unanswered.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(3500));
    }

    @Test
    void anApiServerThatSaysNothingIsUnansweredInTime() {
        there.api.fail("GET " + POD, new Failure.Hang());

        assertThat(pods.await(pod("any"), within(SHORT))).isInstanceOf(PodLookup.Unanswered.class);
    }

    @Test
    void oneConnectionThatHasGoneSilentLeavesTimeForAnother() {
        there.silence();
        var uid = there.putPod(BLUE);
        there.api.fail("GET " + POD, new Failure.Hang(), 1);

        assertThat(found(pods.find(pod(uid), soon())).uid()).isEqualTo(uid);
    }

    @Test
    void aCallerThatGoesAwayEndsItsLookup() throws Exception {
        there.api.fail("GET " + POD, new Failure.Hang());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var caller = within(Duration.ofSeconds(30));
            var lookup = CompletableFuture.supplyAsync(() -> pods.await(pod(""), caller), threads);
            await().until(() -> !there.api.requests("GET " + POD).isEmpty());
            caller.abandon();

            assertThat(lookup.get(20, TimeUnit.SECONDS)).isInstanceOf(PodLookup.Unanswered.class);
        }
    }

    @Test
    void watchesComeBackByThemselves() {
        there.putPod("{}");
        there.api.refuseConnections();
        there.api.remove(POD);
        var uid = there.putPod(BLUE);
        there.api.compact();
        there.api.acceptConnections();

        awaitKnown(uid);
    }

    @Test
    void aPodThatSaysMoreThanIsKeptIsAskedFor() {
        var networks = "blue,".repeat(1000);
        var uid = there.putPod("{'k8s.v1.cni.cncf.io/networks': '" + networks + "'}");
        there.api.put("/api/v1/namespaces/shop/pods/later", "{spec: {nodeName: 'node1'}}");
        await().until(() -> pods.followed().get("shop/later").isPresent());

        assertThat(pods.followed().all().count()).isEqualTo(1);
        assertThat(found(pods.find(pod(uid), soon())).annotations().networks()).contains(networks);
    }
}
