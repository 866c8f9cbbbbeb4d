// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NetworkAttachmentsIT {
    /** As the attach operator writes it. */
    private static final String OF_ATTACH_OPERATOR =
            "{\"cniVersion\":\"0.3.0\",\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"ipam\":{},\"dns\":{},"
                    + "\"linkerd\":{\"proxy-uid\":2102},\"kubernetes\":{\"kubeconfig\":\"/etc/cni/net.d/ZZZ-linkerd-cni-kubeconfig\"}}";

    private final FakeCluster cluster = new FakeCluster();

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void tellsOfAMissingConfigMapAndGivesTheAttachmentOnceItIsThere() {
        cluster.namespace("shop", "enabled");
        cluster.start();
        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "LinkerdCniConfigMissing"));
        await("metric").atMost(FakeCluster.SOON).until(() -> cluster.standing("waiting") == 1);
        cluster.configMap("2102");
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        await("metric").atMost(FakeCluster.SOON).until(() -> cluster.standing("waiting") == 0);
    }

    @Test
    void tellsAgainWhatIsSoAgainBeforeTheEventIsOld() {
        cluster.namespace("shop", "enabled");
        cluster.start();
        await("event").atMost(FakeCluster.SOON).until(() -> cluster.events("shop", "LinkerdCniConfigMissing") == 1);
        cluster.namespace("shop", "");
        await("out").atMost(FakeCluster.SOON).until(() -> cluster.standing("waiting") == 0);

        cluster.namespace("shop", "enabled");

        await("told again")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.events("shop", "LinkerdCniConfigMissing") == 2);
    }

    @Test
    void bringsAThousandNamespacesIntoStepWithOneWriteEachAndASecondLookWritesNothing() {
        cluster.configMap("2102");
        IntStream.range(0, 1000).forEach(number -> cluster.namespace("n" + number, "enabled"));
        cluster.namespace("left-alone", "");
        cluster.start();
        await("all")
                .atMost(Duration.ofSeconds(60))
                .until(() -> cluster.api().list(FakeCluster.NADS).size() == 1000);
        await("each seen").atMost(FakeCluster.SOON).until(() -> cluster.standing("in-place") == 1000);
        assertThat(cluster.attachmentWrites()).isEqualTo(1000);
        cluster.restart();
        await("all seen again").atMost(FakeCluster.SOON).until(() -> cluster.standing("in-place") == 1000);
        assertThat(cluster.attachmentWrites()).isEqualTo(1000);

        cluster.api().forgetRequests();
        cluster.configMap("2222");
        await("all follow")
                .atMost(Duration.ofSeconds(60))
                .until(() -> IntStream.range(0, 1000)
                        .allMatch(number -> cluster.proxyUid("n" + number).equals("2222")));
        assertThat(cluster.attachmentWrites()).isEqualTo(1000);
    }

    @Test
    void putsBackWhatDriftedOrWasDeleted() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.start();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        var drifted = cluster.api().get(FakeCluster.attachment("shop")).orElseThrow();
        drifted.withObject("spec").put("config", "{}");
        cluster.api().put(FakeCluster.attachment("shop"), drifted.toString());
        await("put back")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        cluster.api().remove(FakeCluster.attachment("shop"));
        await("made anew")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
    }

    @Test
    void leavesSomebodyElsesAttachmentUntouchedAndSaysSo() {
        cluster.configMap("2102");
        var theirs = "{spec: {config: '{}'}}";
        cluster.namespace("shop", "enabled");
        cluster.api().put(FakeCluster.attachment("shop"), theirs);
        var before = cluster.api().get(FakeCluster.attachment("shop"));
        cluster.start();
        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "NetworkAttachmentNotOurs"));
        await("counted").atMost(FakeCluster.SOON).until(() -> cluster.standing("foreign") == 1);
        cluster.namespace("shop", "");
        await("opted out").atMost(FakeCluster.SOON).until(() -> cluster.standing("foreign") == 0);
        assertThat(cluster.api().get(FakeCluster.attachment("shop"))).isEqualTo(before);
    }

    @Test
    void removesTheAttachmentOnceNoPodUsesIt() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.start();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        cluster.pod("Running");
        cluster.namespace("shop", "");
        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "NetworkAttachmentInUse"));
        assertThat(cluster.api().get(FakeCluster.attachment("shop"))).isPresent();
        cluster.pod("Succeeded");
        await("removed")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.attachment("shop")).isEmpty());
        await("counted").atMost(FakeCluster.SOON).until(() -> cluster.standing("leaving") == 0);
    }

    /** Meshed ones are watched, and others looked for: whoever refers to it counts. */
    @Test
    void namesThePodsThatHoldARemovalUpMeshedOrNot() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.start();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        cluster.meshedPod("shop", "web-1");
        cluster.meshedPod("shop", "web-2");
        cluster.podWith("batch", "shop/linkerd-cni", "Running");
        cluster.namespace("shop", "");
        await("meshed ones").atMost(FakeCluster.SOON).until(() -> waitsFor("2 pods: web-1, web-2."));
        cluster.api().remove("/api/v1/namespaces/shop/pods/web-1");
        await("the last meshed one").atMost(FakeCluster.SOON).until(() -> waitsFor("1 pod: web-2."));
        cluster.pod("Running");
        cluster.api().remove("/api/v1/namespaces/shop/pods/web-2");
        await("one that is not meshed").atMost(FakeCluster.SOON).until(() -> waitsFor("1 pod: web."));
        cluster.api().remove("/api/v1/namespaces/shop/pods/web");
        await("one elsewhere").atMost(FakeCluster.SOON).until(() -> waitsFor("1 pod: batch/web."));
        assertThat(cluster.api().get(FakeCluster.attachment("shop"))).isPresent();
        cluster.api().remove("/api/v1/namespaces/batch/pods/web");
        await("removed")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.attachment("shop")).isEmpty());
    }

    private boolean waitsFor(String pods) {
        return cluster.api().list("/api/v1/namespaces/shop/events").stream()
                .anyMatch(event -> event.path("message").asText().endsWith("Waiting for " + pods));
    }

    @Test
    void changesNothingForABrokenConfigMapAndNamesThePlace() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.start();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        cluster.api().forgetRequests();
        cluster.api().put(FakeCluster.CONFIG_MAP, FakeCluster.configMapOf("{\"linkerd\": nonsense}"));
        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("linkerd-cni", "LinkerdCniConfigInvalid"));
        await("told by the metric")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.meters()
                                .get("linkerd_multus_controller_cni_config")
                                .tag("state", "invalid")
                                .gauge()
                                .value()
                        == 1);
        assertThat(cluster.attachmentWrites()).isZero();
        assertThat(cluster.proxyUid("shop")).isEqualTo("2102");
    }

    @Test
    void tellsOfAMalformedUidRange() {
        cluster.configMap("2102");
        cluster.api()
                .put(
                        "/api/v1/namespaces/shop",
                        "{metadata: {annotations: {'linkerd.io/multus': 'enabled',"
                                + " 'openshift.io/sa.scc.uid-range': '10/x'}}}");
        cluster.start();
        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "UidRangeInvalid"));
    }

    @Test
    void fortyNamespacesThatPodsStillUseAreToldOfAtOnceAndOnce() {
        cluster.configMap("2102");
        var namespaces = IntStream.range(0, 40).mapToObj(i -> "shop-" + i).toList();
        namespaces.forEach(namespace -> cluster.namespace(namespace, "enabled"));
        cluster.start();
        await("attachments")
                .atMost(FakeCluster.SOON)
                .until(() -> namespaces.stream()
                        .allMatch(namespace -> cluster.proxyUid(namespace).equals("2102")));
        namespaces.forEach(namespace -> cluster.pod(namespace, "Running"));
        namespaces.forEach(namespace -> cluster.namespace(namespace, ""));

        await("each is told of")
                .atMost(FakeCluster.SOON)
                .until(() -> namespaces.stream()
                        .allMatch(namespace -> cluster.hasEvent(namespace, "NetworkAttachmentInUse")));
        cluster.api().forgetRequests();
        await("each is looked at again")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().requests("GET").stream()
                                .filter(request -> request.contains("/pods"))
                                .distinct()
                                .count()
                        == 40);
        assertThat(namespaces).allMatch(namespace -> cluster.events(namespace, "NetworkAttachmentInUse") == 1);
        assertThat(cluster.writes()).isEmpty();
    }

    @Test
    void takesAnAttachmentWithoutConfigurationForSomebodyElses() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        var bare = "{metadata: {labels: {'app.kubernetes.io/managed-by': 'linkerd-multus'}}, spec: {}}";
        cluster.api().put(FakeCluster.attachment("shop"), bare);
        var before = cluster.api().get(FakeCluster.attachment("shop"));
        cluster.start();
        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "NetworkAttachmentNotOurs"));
        assertThat(cluster.api().get(FakeCluster.attachment("shop"))).isEqualTo(before);
    }

    /** Each look held a worker until the request's time was over, and twelve more waited for their turn to look. */
    @Test
    void namespacesWhosePodsCannotBeListedHoldNobodyElseUp() {
        cluster.configMap("2102");
        var leaving = IntStream.range(0, 80).mapToObj(i -> "shop-" + i).toList();
        leaving.forEach(namespace -> cluster.namespace(namespace, "enabled"));
        cluster.start();
        await("attachments")
                .atMost(FakeCluster.SOON)
                .until(() -> leaving.stream()
                        .allMatch(namespace -> cluster.proxyUid(namespace).equals("2102")));
        cluster.api().fail("GET /api/v1/namespaces/shop-", new Failure.Hang());
        leaving.forEach(namespace -> cluster.namespace(namespace, ""));
        await("four looks that hung, and four more: all that leave are due by now")
                .atMost(FakeCluster.SOON.multipliedBy(2))
                .until(() -> cluster.api().requests("GET /api/v1/namespaces/shop-").stream()
                                .filter(request -> request.endsWith("/pods"))
                                .count()
                        >= 8);

        cluster.namespace("late", "enabled");

        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("late").equals("2102"));
    }

    /** It counted as somebody else's from then on: pods of the namespace failed until a person deleted it. */
    @Test
    void putsBackTheConfigurationThatSomebodyTookOutOfOurs() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.start();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));

        cluster.api().edit(FakeCluster.attachment("shop"), "{spec: {config: null}}");
        await("put back")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
    }

    @Test
    void leavesAnotherReleasesAttachmentUntouchedAndSaysWhoseItIs() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.api()
                .put(
                        FakeCluster.attachment("shop"),
                        "{metadata: {labels: {'app.kubernetes.io/managed-by': 'linkerd-multus',"
                                + " 'app.kubernetes.io/instance': 'other'}}, spec: {config: '{}'}}");
        var before = cluster.api().get(FakeCluster.attachment("shop"));
        cluster.start();
        await("event")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.hasEvent("shop", "NetworkAttachmentOfOtherRelease"));
        await("counted").atMost(FakeCluster.SOON).until(() -> cluster.standing("other-release") == 1);
        assertThat(cluster.api().get(FakeCluster.attachment("shop"))).isEqualTo(before);
        cluster.api().remove(FakeCluster.attachment("shop"));
        await("ours")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        await("counted").atMost(FakeCluster.SOON).until(() -> cluster.standing("other-release") == 0);
    }

    @Test
    void namesItsReleaseOnWhatAnEarlierVersionOfItMade() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.api()
                .put(
                        FakeCluster.attachment("shop"),
                        "{metadata: {labels: {'app.kubernetes.io/managed-by': 'linkerd-multus'}, ownerReferences: ["
                                + "{apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole',"
                                + " name: 'linkerd-multus-controller', uid: 'u'}]}, spec: {config: '{}'}}");
        cluster.start();
        await("ours")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        assertThat(cluster.api()
                        .get(FakeCluster.attachment("shop"))
                        .orElseThrow()
                        .at("/metadata/labels/app.kubernetes.io~1instance")
                        .asText())
                .isEqualTo("linkerd-multus");
    }

    /** As after {@code helm rollback} to a version that knows another owner: the two stand side by side, and either is enough. */
    @Test
    void anAttachmentOfTheVersionBeforeOutlivesTheOwnerThatARollbackTakesAway() {
        var earlier = cluster.api()
                .put("/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-owner", "{}")
                .at("/metadata/uid")
                .asText();
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.api()
                .put(
                        FakeCluster.attachment("shop"),
                        "{metadata: {labels: {'app.kubernetes.io/managed-by': 'linkerd-multus'}, ownerReferences: ["
                                + "{apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole',"
                                + " name: 'linkerd-multus-owner', uid: '" + earlier + "'}]}, spec: {config: '{}'}}");
        cluster.start();
        await("ours")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));

        cluster.api().remove(FakeCluster.ROLE);
        cluster.api().collectGarbage();

        assertThat(cluster.api().get(FakeCluster.attachment("shop"))).isPresent();
    }

    @Test
    void givesAnExtensionAnAttachmentUntilItSaysNo() {
        cluster.configMap("2102");
        cluster.api().put("/api/v1/namespaces/linkerd-viz", "{metadata: {labels: {'linkerd.io/extension': 'viz'}}}");
        cluster.start();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("linkerd-viz").equals("2102"));

        cluster.api()
                .put(
                        "/api/v1/namespaces/linkerd-viz",
                        "{metadata: {labels: {'linkerd.io/extension': 'viz'}, annotations: {'linkerd.io/multus': 'disabled'}}}");

        await("removed")
                .atMost(FakeCluster.SOON)
                .until(() ->
                        cluster.api().get(FakeCluster.attachment("linkerd-viz")).isEmpty());
    }

    @Test
    void allNamespacesShareOneAndTheirOwnGoWhenNoPodUsesThem() {
        cluster.configMap("2102");
        cluster.namespace("default", "");
        cluster.namespace("shop", "enabled");
        cluster.namespace("linkerd", "");
        cluster.start();
        await("their own")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102")
                        && cluster.proxyUid("linkerd").equals("2102"));
        cluster.pod("Running");

        cluster.restart(new AttachmentScope(true, "default"));

        await("shared")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("default").equals("2102"));
        await("the unused one went")
                .atMost(FakeCluster.SOON)
                .until(() ->
                        cluster.api().get(FakeCluster.attachment("linkerd")).isEmpty());
        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "NetworkAttachmentInUse"));
        assertThat(cluster.api().get(FakeCluster.attachment("shop"))).isPresent();
        cluster.pod("Succeeded");
        await("the used one went")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.attachment("shop")).isEmpty());
        await("served").atMost(FakeCluster.SOON).until(() -> cluster.standing("in-place") == 3);
        cluster.api().forgetRequests();
        cluster.configMap("2222");
        await("follows")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("default").equals("2222"));
        assertThat(cluster.attachmentWrites()).isEqualTo(1);
    }

    /** It was looked at as soon as the watch told of the deletion, and forgotten when that was answered. */
    @Test
    void aNamespaceThatAsksAgainBeforeADeletionIsAnsweredCounts() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.start();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        cluster.api().fail("DELETE", new Failure.LateAnswer());
        cluster.namespace("shop", "");
        await("removed")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.attachment("shop")).isEmpty());
        cluster.namespace("shop", "enabled");
        await("made anew").atMost(FakeCluster.SOON).until(() -> cluster.standing("in-place") == 1);

        cluster.api().heal();

        await("answered").atMost(FakeCluster.SOON).until(() -> cluster.settled("network-attachment-leaving") >= 1);
        await("in place").atMost(FakeCluster.SOON).until(() -> cluster.standing("in-place") == 1);
    }

    @Test
    void theSharedOneStaysWhileAPodOfAnyNamespaceRefersToIt() {
        cluster.configMap("2102");
        cluster.namespace("default", "");
        cluster.namespace("shop", "enabled");
        cluster.start();
        cluster.restart(new AttachmentScope(true, "default"));
        await("shared")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("default").equals("2102"));
        cluster.podWith("shop", "default/linkerd-cni", "Running");

        cluster.restart(AttachmentScope.PER_NAMESPACE);

        await("its own")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2102"));
        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("default", "NetworkAttachmentInUse"));
        assertThat(cluster.api().get(FakeCluster.attachment("default"))).isPresent();
        cluster.podWith("shop", "default/linkerd-cni", "Failed");
        await("gone")
                .atMost(FakeCluster.SOON)
                .until(() ->
                        cluster.api().get(FakeCluster.attachment("default")).isEmpty());
    }

    /** It went at once, and nothing could make the sandbox of such a pod again. */
    @Test
    void aSharedOneThatMovesStaysInItsPlaceWhileAPodOfAnyNamespaceRefersToIt() {
        cluster.configMap("2102");
        cluster.namespace("default", "");
        cluster.namespace("nets", "");
        cluster.restart(new AttachmentScope(true, "nets"));
        await("shared")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("nets").equals("2102"));
        cluster.podWith("shop", "nets/linkerd-cni", "Running");

        cluster.restart(new AttachmentScope(true, "default"));

        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("nets", "NetworkAttachmentInUse"));
        assertThat(cluster.api().get(FakeCluster.attachment("nets"))).isPresent();
        assertThat(cluster.api().get(FakeCluster.attachment("default"))).isPresent();
    }

    /** Whoever gives up both values gives up the namespace's name, too: it went after three seconds. */
    @Test
    void aSharedOneStaysForPodsElsewhereThoughNothingSaysAnyMoreThatItWasShared() {
        cluster.configMap("2102");
        cluster.namespace("nets", "");
        cluster.restart(new AttachmentScope(true, "nets"));
        await("shared")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("nets").equals("2102"));
        cluster.podWith("shop", "nets/linkerd-cni", "Running");

        cluster.restart(AttachmentScope.PER_NAMESPACE);

        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("nets", "NetworkAttachmentInUse"));
        assertThat(cluster.api().get(FakeCluster.attachment("nets"))).isPresent();
    }

    @Test
    void saysThatTheSharedOnesNamespaceIsMissingAndMakesItOnceItComes() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.restart(new AttachmentScope(true, "nets"));
        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "SharedNamespaceMissing"));

        cluster.namespace("nets", "");

        await("shared")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("nets").equals("2102"));
        await("served").atMost(FakeCluster.SOON).until(() -> cluster.standing("in-place") == 2);
        await("which may be closed")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.hasEvent("nets", "SharedNetworkAttachmentMayBeClosed"));
    }

    @Test
    void takesOverWhatTheAttachOperatorMadeAndNothingElse() {
        var its = "{spec: {config: '" + OF_ATTACH_OPERATOR + "'}}";
        cluster.configMap("2222");
        for (var namespace : List.of("shop", "handmade", "labelled", "left", "kube-system")) {
            cluster.namespace(namespace, Set.of("left", "kube-system").contains(namespace) ? "" : "enabled");
            cluster.api().put(FakeCluster.attachment(namespace), its);
        }
        cluster.api().put(FakeCluster.attachment("handmade"), "{spec: {config: '{}'}}");
        cluster.api().put(FakeCluster.attachment("labelled"), "{metadata: {labels: {a: 'b'}}, " + its.substring(1));
        var before = cluster.api().get(FakeCluster.attachment("shop"));
        var excluded = cluster.api().get(FakeCluster.attachment("kube-system"));
        cluster.start();
        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "NetworkAttachmentNotOurs"));
        assertThat(cluster.api().get(FakeCluster.attachment("shop"))).isEqualTo(before);

        cluster.restartAdopting();

        await("ours")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2222"));
        await("event").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "NetworkAttachmentTakenOver"));
        await("gone where nobody asks")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.attachment("left")).isEmpty());
        await("others").atMost(FakeCluster.SOON).until(() -> cluster.standing("foreign") == 2);
        await("none leaves").atMost(FakeCluster.SOON).until(() -> cluster.standing("leaving") == 0);
        assertThat(cluster.api().get(FakeCluster.attachment("kube-system"))).isEqualTo(excluded);
        cluster.configMap("2323");
        await("follows")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2323"));

        cluster.restart();

        cluster.configMap("2424");
        await("stays ours without the setting")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("shop").equals("2424"));
    }
}
