// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ControllerIT {
    private final FakeCluster cluster = new FakeCluster();

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void comesThroughAnOutageOfTheApiServer() {
        cluster.configMap("2102");
        cluster.start();
        await("leads").atMost(FakeCluster.SOON).until(cluster::leads);
        cluster.api().fail("PATCH", Failure.status(503));
        cluster.namespace("shop", "enabled");
        await("failure").atMost(FakeCluster.SOON).until(() -> cluster.reconciles("failed") > 1);
        cluster.api().heal();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
    }

    @Test
    void isNotReadyButAliveWithoutPermissionsAndGoesOnOnceTheyAreThere() {
        cluster.configMap("2102");
        cluster.api().fail("GET " + FakeCluster.NADS, Failure.status(403));
        cluster.namespace("shop", "enabled");
        cluster.start();
        awaitReason("permission missing", "network-attachment-definitions");
        cluster.api().heal();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        assertThat(cluster.controller().whyNotReady()).isEmpty();
    }

    @Test
    void writesNothingWhileAnotherLeadsAndTakesOverWhenItsLeaseIsReleased() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.api().put(FakeCluster.LEASE, FakeCluster.lease("'somebody-else'"));
        cluster.start();
        await("ready")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.controller().whyNotReady().isEmpty());
        await("waits")
                .during(Duration.ofSeconds(3))
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.writes().isEmpty());
        cluster.api().put(FakeCluster.LEASE, FakeCluster.lease("null"));
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        cluster.api().put(FakeCluster.LEASE, FakeCluster.lease("'somebody-else'"));
        await("stands back").atMost(FakeCluster.SOON).until(() -> !cluster.leads());
        cluster.api().forgetRequests();
        cluster.api().remove(FakeCluster.attachment("shop"));
        await("silent")
                .during(Duration.ofSeconds(2))
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.writes().isEmpty());
    }

    @Test
    void writesNothingForAReleaseThatIsBeingRemoved() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.start();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        cluster.api().remove(FakeCluster.ROLE);
        await("collected, and the controller has seen that its owner went")
                .atMost(FakeCluster.SOON)
                .until(() -> {
                    // One that was made in the moment before it saw is collected too.
                    cluster.api().collectGarbage();
                    return cluster.standing("waiting") == 1;
                });
        cluster.api().forgetRequests();
        cluster.namespace("shop", "enabled");
        await("not made again")
                .during(Duration.ofSeconds(2))
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.attachmentWrites() == 0);
        assertThat(cluster.api().get(FakeCluster.attachment("shop"))).isEmpty();
        cluster.api().put(FakeCluster.ROLE, "{}");
        await("made for the new release")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api()
                        .get(FakeCluster.attachment("shop"))
                        .filter(made ->
                                made.path("metadata").path("ownerReferences").size() == 1)
                        .isPresent());
    }

    @Test
    void waitingForRightsIsAliveAndNotReadyHoweverLongItLasts() {
        cluster.api().fail("GET " + FakeCluster.NADS, Failure.status(403));
        cluster.api().fail("GET /api/v1/namespaces", Failure.status(403));
        cluster.start();
        awaitReason("list and watch of namespaces");
        assertThat(cluster.controller().whyNotAlive()).isEmpty();
    }

    /** What a watch tells finds everything that it calls, since nothing is watched before all is there. */
    @Test
    void asksNothingBeforeEverythingIsPutTogether() {
        cluster.make();
        await("silent")
                .during(Duration.ofSeconds(2))
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().requests("").isEmpty());
        cluster.controller().close();
        assertThat(cluster.api().requests("")).isEmpty();
    }

    @Test
    void whatNeverLedClosesAllThatItOpened() {
        cluster.api().fail("GET /api/v1/namespaces", Failure.status(403));
        cluster.start();
        awaitReason("list and watch of namespaces");

        cluster.controller().close();

        cluster.api().heal();
        cluster.api().watches().end();
        cluster.api().forgetRequests();
        await("nobody asks any more")
                .during(Duration.ofSeconds(3))
                .atMost(FakeCluster.SOON)
                .untilAsserted(() -> assertThat(cluster.api().requests("")).isEmpty());
    }

    @Test
    void theControlPlaneIsBoundWhileTheKindOfTheAttachmentsIsMissing() {
        cluster.api()
                .define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        cluster.api().fail("GET " + FakeCluster.NADS, Failure.status(404));
        cluster.configMap("2102");
        cluster.namespace("linkerd", "");
        cluster.start();
        await("binding")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.BINDING).isPresent());
        await("nothing else is waited for")
                .atMost(FakeCluster.SOON)
                .untilAsserted(() -> assertThat(cluster.controller().whyNotReady())
                        .singleElement()
                        .asString()
                        .contains("network-attachment-definitions", "is its CRD installed?"));
        assertThat(cluster.controller().whyNotAlive()).isEmpty();
        assertThat(cluster.attachmentWrites()).isZero();
        cluster.api().heal();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("linkerd").equals("2102"));
        assertThat(cluster.controller().whyNotReady()).isEmpty();
    }

    @Test
    void saysThatAKindOrARightHasGoneWhileItWorked() {
        cluster.configMap("2102");
        cluster.start();
        await("leads").atMost(FakeCluster.SOON).until(cluster::leads);
        cluster.api().fail("GET " + FakeCluster.NADS, Failure.status(404));
        cluster.api().fail("WATCH " + FakeCluster.NADS, Failure.status(404));
        cluster.api().fail("GET /api/v1/namespaces/linkerd-cni", Failure.status(403));
        cluster.api().fail("WATCH /api/v1/namespaces/linkerd-cni", Failure.status(403));
        cluster.api().watches().end();
        await("reasons")
                .atMost(FakeCluster.SOON)
                .untilAsserted(
                        () -> assertThat(cluster.controller().whyNotReady())
                                .anyMatch(text -> text.contains("is its CRD installed?"))
                                .anyMatch(
                                        text -> text.contains(
                                                "/configmaps?fieldSelector=metadata.name=linkerd-cni-config any more: permission missing")));
        assertThat(cluster.controller().whyNotAlive()).isEmpty();
        cluster.api().heal();
        cluster.namespace("shop", "enabled");
        await("ready, and at work")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.controller().whyNotReady().isEmpty()
                        && cluster.proxyUid("shop").equals("2102"));
    }

    @Test
    void isReadyOnceItMayWatchWhatItMightOnlyList() {
        cluster.api().fail("WATCH " + FakeCluster.NADS, Failure.status(403));
        cluster.start();
        await("reason")
                .atMost(FakeCluster.SOON)
                .untilAsserted(() -> assertThat(cluster.controller().whyNotReady())
                        .anyMatch(
                                text -> text.contains("cannot list or watch") && text.contains("permission missing")));
        cluster.api().heal();
        await("ready")
                .atMost(FakeCluster.SOON)
                .untilAsserted(
                        () -> assertThat(cluster.controller().whyNotReady()).isEmpty());
    }

    @Test
    void isNotReadyAndSaysSoWhileTheApiServerIsAway() {
        cluster.start();
        await("leads").atMost(FakeCluster.SOON).until(cluster::leads);
        cluster.api().refuseConnections();
        awaitReason("the API server cannot be reached");
        assertThat(cluster.controller().whyNotAlive()).isEmpty();
        cluster.api().acceptConnections();
        await("ready")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.controller().whyNotReady().isEmpty());
    }

    @Test
    void saysWhichRightIsMissingWhereItMayNotTouchTheLease() {
        cluster.api().fail("GET " + FakeCluster.LEASE, Failure.status(403));
        cluster.start();
        awaitReason("get leases");
        assertThat(cluster.controller().whyNotAlive()).isEmpty();
    }

    @Test
    void twoReleasesInOneClusterNeverWriteTheSameObjectAndSaySo() {
        var namespaces = IntStream.range(0, 6).mapToObj(i -> "shop-" + i).toList();
        cluster.api()
                .define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        cluster.namespace("linkerd", "");
        namespaces.forEach(namespace -> cluster.namespace(namespace, "enabled"));
        cluster.start();
        cluster.startOther();
        await("both tell that there is no ConfigMap")
                .atMost(FakeCluster.SOON)
                .until(() -> namespaces.stream()
                        .allMatch(namespace -> cluster.events(namespace, "LinkerdCniConfigMissing") == 2));

        cluster.configMap("2102");

        await("one of them makes each attachment, the other says so")
                .atMost(FakeCluster.SOON)
                .until(() -> namespaces.stream()
                        .allMatch(namespace -> cluster.proxyUid(namespace).equals("2102")
                                && cluster.hasEvent(namespace, "NetworkAttachmentOfOtherRelease")));
        cluster.configMap("2103");
        await("in step")
                .atMost(FakeCluster.SOON)
                .until(() -> namespaces.stream()
                        .allMatch(namespace -> cluster.proxyUid(namespace).equals("2103")));
        assertThat(namespaces).allMatch(namespace -> cluster.releasesThatWrote(namespace) == 1);
        await("each has bindings of its own, to an SCC and for the policy controller's Lease")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api()
                                .list("/apis/rbac.authorization.k8s.io/v1/namespaces/linkerd/rolebindings")
                                .size()
                        == 4);
        await("the metric")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.standing("other-release") + cluster.standing("in-place") == namespaces.size() + 1);
    }

    /** Waits until one of the reasons why it is not ready has all of these words. */
    private void awaitReason(String... words) {
        await(String.join(" ", words))
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.controller().whyNotReady().stream()
                        .anyMatch(reason -> Stream.of(words).allMatch(reason::contains)));
    }
}
