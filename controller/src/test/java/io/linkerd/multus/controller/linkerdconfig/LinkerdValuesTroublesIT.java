// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import static io.linkerd.multus.values.HelmValues.HELM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What goes wrong with Linkerd's values, their injectors and their writers, before a fake API server. */
class LinkerdValuesTroublesIT {
    private static final String ENFORCE = "{mode: 'Enforce', values: {proxy: {logLevel: 'warn,linkerd=debug'}}}";
    private static final String WANTED = HELM.replace("warn,linkerd=info,hickory=error", "\"warn,linkerd=debug\"");
    private static final String DRY_RUNS = "POST /api/v1/namespaces/linkerd-multus/services";
    /** A leader asks every five seconds. */
    private static final Duration ASKED_AGAIN = Duration.ofSeconds(40);

    /** The third denial counts, and each ten seconds after the one before. */
    private static final Duration DENIED_THRICE = FakeCluster.SOON.plusSeconds(25);

    private final MeshCluster mesh = new MeshCluster();

    @AfterEach
    void end() {
        mesh.close();
    }

    private void start(String spec) {
        mesh.define();
        mesh.config("mesh", spec);
        mesh.cluster().start();
    }

    private long patches() {
        return mesh.cluster().api().requests("PATCH " + MeshCluster.MAP).size();
    }

    @Test
    void aTextThatInjectorsRefuseIsTakenBackByteForByte() {
        mesh.inject("linkerd=debug");
        start(ENFORCE);

        await("taken back")
                .atMost(DENIED_THRICE)
                .until(() -> mesh.condition("mesh", "InjectionBroken").equals("False Injects")
                        && mesh.condition("mesh", "Enforced").equals("False RefusedByInjector"));
        assertThat(mesh.text()).isEqualTo(HELM);
        assertThat(mesh.owns()).isFalse();
        assertThat(mesh.message("mesh", "Enforced"))
                .contains("admission webhook")
                .contains("denied the request");

        long before = patches();
        mesh.look();
        mesh.cluster().restart();
        await("leads").atMost(FakeCluster.SOON).until(mesh.cluster()::leads);
        mesh.look();
        assertThat(patches()).as("patches of a spec that was refused").isEqualTo(before);

        mesh.cluster().api().edit(MeshCluster.path("mesh"), "{spec: {values: {proxy: {logLevel: 'info'}}}}");
        mesh.awaitCondition("mesh", "Enforced", "True InPlace");
        assertThat(mesh.text()).contains("logLevel: \"info\"");
    }

    @Test
    void aLeaderThatEndsBeforeInjectorsAgreeIsFollowedByOneThatAsksOn() {
        mesh.inject("nothing");
        start(ENFORCE);
        mesh.awaitCondition("mesh", "Enforced", "True InPlace");
        assertThat(mesh.status("mesh").at("/drift/asked/verification").asText()).isEqualTo("Waiting");
        mesh.cluster().restart();
        await("leads").atMost(FakeCluster.SOON).until(mesh.cluster()::leads);

        mesh.inject("linkerd=debug");

        await("told")
                .atMost(DENIED_THRICE)
                .until(() -> mesh.condition("mesh", "InjectionBroken").equals("True RefusedByInjector"));
        assertThat(mesh.text()).as("the text of before is not known any more").isEqualTo(WANTED);
        assertThat(mesh.message("mesh", "Enforced")).contains("have Helm or linkerd upgrade write");
        await("told as an Event")
                .atMost(FakeCluster.SOON)
                .until(() -> mesh.cluster().hasEvent("default", "InjectionBroken"));

        mesh.write(HELM);
        mesh.awaitCondition("mesh", "InjectionBroken", "False Injects");
        assertThat(mesh.condition("mesh", "Enforced")).isEqualTo("False RefusedByInjector");
        assertThat(mesh.text()).isEqualTo(HELM);
    }

    @Test
    void aLeaderThatFollowsAnotherAsksInjectorsOn() {
        mesh.inject("nothing");
        start(ENFORCE);

        await("asked")
                .atMost(ASKED_AGAIN.plus(FakeCluster.SOON))
                .until(() -> mesh.message("mesh", "Enforced").contains("which are asked by dry runs"));
        mesh.cluster().restart();
        await("leads").atMost(FakeCluster.SOON).until(mesh.cluster()::leads);
        mesh.cluster().api().forgetRequests();
        await("asked on")
                .atMost(ASKED_AGAIN.plus(FakeCluster.SOON))
                .until(() -> !mesh.cluster().api().requests(DRY_RUNS).isEmpty());
    }

    /** Else a refusal is not the injector's, or the injector tells an owner of each dry run. */
    @Test
    void dryRunsHaveNoOwnerFitRestrictedPodSecurityAndAreNotForOurOwnWebhook() {
        var asked = new ConcurrentLinkedQueue<ObjectNode>();
        mesh.cluster().api().admitDryRuns(object -> {
            asked.add(object);
            return Optional.of(object);
        });
        start(ENFORCE);
        mesh.awaitCondition("mesh", "Enforced", "True InPlace");

        assertThat(asked).extracting(object -> object.path("kind").asText()).contains("Service", "Pod");
        assertThat(asked).allSatisfy(object -> {
            assertThat(object.at("/metadata/namespace").asText()).isEqualTo("linkerd-multus");
            assertThat(object.at("/metadata/ownerReferences")).isEmpty();
        });
        assertThat(asked)
                .filteredOn(object -> object.path("kind").asText().equals("Pod"))
                .allSatisfy(pod -> {
                    assertThat(pod.at("/metadata/annotations/linkerd.io~1inject")
                                    .asText())
                            .isEqualTo("enabled");
                    assertThat(pod.at("/metadata/annotations/linkerd.io~1multus")
                                    .asText())
                            .isEqualTo("disabled");
                    assertThat(pod.at("/spec/securityContext/runAsNonRoot").asBoolean())
                            .isTrue();
                    assertThat(pod.at("/spec/securityContext/seccompProfile/type")
                                    .asText())
                            .isEqualTo("RuntimeDefault");
                    var security = pod.at("/spec/containers/0/securityContext");
                    assertThat(security.path("allowPrivilegeEscalation").asBoolean(true))
                            .isFalse();
                    assertThat(security.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
                });
        assertThat(mesh.cluster().api().list("/api/v1/namespaces/linkerd-multus/pods"))
                .as("kept")
                .isEmpty();
    }

    @Test
    void injectorsThatMayNotBeAskedAreSaidAndNotAskedAgain() {
        mesh.cluster().api().fail(DRY_RUNS, Failure.status(403));
        start(ENFORCE);

        await("told")
                .atMost(FakeCluster.SOON)
                .until(() -> mesh.message("mesh", "Enforced").contains("judged by the text alone")
                        && mesh.status("mesh").has("rollout"));
        mesh.cluster().api().forgetRequests();
        mesh.look();
        assertThat(mesh.writes()).isEmpty();
        assertThat(mesh.cluster().api().requests(DRY_RUNS)).isEmpty();
    }

    @Test
    void aConfigMapThatMayNotBeWrittenIsToldWithTheMissingRightAndNotOverAndOver() {
        mesh.cluster().api().fail("PATCH " + MeshCluster.MAP, Failure.status(403));
        start(ENFORCE);

        mesh.awaitCondition("mesh", "Enforced", "False WriteRefused");
        assertThat(mesh.message("mesh", "Enforced")).contains("must allow patch of configmaps named linkerd-config");
        await("told")
                .atMost(FakeCluster.SOON)
                .until(() -> mesh.cluster().hasEvent("default", "LinkerdConfigNotEnforced")
                        && mesh.status("mesh").has("rollout"));
        double before = mesh.cluster().reconciles("failed");
        mesh.cluster().api().forgetRequests();
        await("tried again").atMost(FakeCluster.SOON).until(() -> mesh.cluster().reconciles("failed") > before + 2);
        assertThat(mesh.writes()).allMatch(write -> write.equals("PATCH " + MeshCluster.MAP));

        mesh.cluster().api().heal();
        await("written")
                .atMost(ASKED_AGAIN)
                .until(() -> mesh.condition("mesh", "Enforced").equals("True InPlace"));
    }

    /** Where the API server refused the write, no pod was found outdated, and no workload was restarted. */
    @Test
    void aWriteThatIsRejectedStopsNeitherOutdatedPodsNorRollouts() {
        mesh.inject("nothing");
        mesh.cluster().api().fail("PATCH " + MeshCluster.MAP, Failure.status(403));
        start(ENFORCE);

        mesh.awaitCondition("mesh", "Enforced", "False WriteRefused");
        await("outdated pods are counted")
                .atMost(FakeCluster.SOON)
                .until(() -> mesh.status("mesh").has("rollout"));
    }

    /** A person who sees pods denied deletes the LinkerdConfig: the text that denied them stayed. */
    @Test
    void aTextThatInjectorsRefuseIsTakenBackThoughTheLinkerdConfigIsDeleted() {
        mesh.inject("nothing");
        start(ENFORCE);
        await("written").atMost(FakeCluster.SOON).until(() -> mesh.text().equals(WANTED));

        mesh.cluster().api().delete(MeshCluster.path("mesh"), "{}");
        mesh.inject("linkerd=debug");

        await("taken back").atMost(DENIED_THRICE).until(() -> mesh.text().equals(HELM));
        await("released").atMost(FakeCluster.SOON).until(() -> !mesh.owns());
        await("told").atMost(FakeCluster.SOON).until(() -> mesh.cluster().events("linkerd", "ConfigMapUpdated") > 1);
    }

    @Test
    void eventsThatMayNotBeWrittenKeepNoValueFromBeingPutRight() {
        mesh.cluster().api().fail("PATCH /api/v1/namespaces/default/events", Failure.status(403));
        start(ENFORCE);

        await("put right").atMost(FakeCluster.SOON).until(() -> mesh.text().equals(WANTED));
        mesh.awaitCondition("mesh", "Enforced", "True InPlace");
    }

    /** The Event came after the write, and failed that reconcile: the next one waited for its turn among failures. */
    @Test
    void anEventThatIsRejectedAfterAWriteFailsNoReconcile() {
        mesh.cluster().api().fail("PATCH /api/v1/namespaces/linkerd/events", Failure.status(403));
        start(ENFORCE);

        mesh.awaitCondition("mesh", "Enforced", "True InPlace");

        assertThat(mesh.failures()).isZero();
    }

    @Test
    void aNamespaceThatRejectsEventsKeepsNoEventOutOfAnother() {
        mesh.cluster().api().fail("PATCH /api/v1/namespaces/default/events", Failure.status(403));
        start(ENFORCE);

        await("told in the other namespace")
                .atMost(FakeCluster.SOON)
                .until(() -> mesh.cluster().hasEvent("linkerd", "ConfigMapUpdated"));
        assertThat(mesh.cluster().hasEvent("default", "LinkerdConfigUpdated")).isFalse();
        assertThat(mesh.failures()).isZero();
    }

    @Test
    void anEventThatWasRejectedIsToldOnceItMayBe() {
        mesh.cluster().api().fail("PATCH /api/v1/namespaces/default/events", Failure.status(403), 1);
        start(ENFORCE.replace("Enforce", "Observe"));

        await("told").atMost(FakeCluster.SOON).until(() -> mesh.cluster().hasEvent("default", "LinkerdValuesDiffer"));
    }

    /** Its status was written first, and what the API server answered to that ended the reconcile. */
    @Test
    void anIgnoredOneWhoseStatusIsRejectedDoesNotStopTheActiveOne() {
        mesh.define();
        mesh.config("a", ENFORCE);
        mesh.config("b", ENFORCE);
        mesh.config("c", ENFORCE);
        mesh.cluster().api().fail("PATCH " + MeshCluster.path("b"), Failure.status(422));
        mesh.cluster().start();

        mesh.awaitCondition("a", "Enforced", "True InPlace");
        mesh.awaitCondition("c", "Accepted", "False OlderOneHonoured");
        mesh.cluster().api().heal();
        mesh.awaitCondition("b", "Accepted", "False OlderOneHonoured");
    }

    @Test
    void anImmutableConfigMapIsSaidToBeOne() {
        mesh.cluster().api().edit(MeshCluster.MAP, "{immutable: true}");
        mesh.cluster().api().fail("PATCH " + MeshCluster.MAP, Failure.status(422));
        start(ENFORCE);

        mesh.awaitCondition("mesh", "Enforced", "False WriteRefused");

        assertThat(mesh.message("mesh", "Enforced")).contains("the ConfigMap is immutable");
    }

    @Test
    void aConfigMapThatMayNotBeReadIsSaidAndReadOnceItMayBe() {
        mesh.cluster().api().fail("GET " + MeshCluster.MAP, Failure.status(403));
        start(ENFORCE);
        mesh.awaitCondition("mesh", "InStep", "Unknown ConfigMapUnreadable");
        // Rollouts begin their lists meanwhile.
        await("ready without the ConfigMap")
                .atMost(FakeCluster.SOON)
                .until(() -> mesh.cluster().controller().whyNotReady().isEmpty());

        mesh.cluster().api().heal();
        mesh.look();

        mesh.awaitCondition("mesh", "Enforced", "True InPlace");
    }

    @Test
    void aKindThatGoesAndComesBackIsFollowedAgain() {
        start(ENFORCE);
        mesh.awaitCondition("mesh", "Enforced", "True InPlace");
        mesh.cluster().api().undefine("config.linkerd.io/v1alpha1", "linkerdconfigs");
        mesh.write(HELM);
        await("looked for the kind")
                .atMost(FakeCluster.SOON)
                .until(() -> mesh.cluster().reconciles("look-again") > 0);
        assertThat(mesh.cluster().controller().whyNotReady()).isEmpty();
        assertThat(mesh.text()).as("while the kind is gone").isEqualTo(HELM);

        mesh.define();
        mesh.config("other", ENFORCE);

        await("followed again")
                .atMost(Duration.ofSeconds(90))
                .until(() -> mesh.condition("other", "Enforced").equals("True InPlace"));
        assertThat(mesh.text()).isEqualTo(WANTED);
    }

    /** The operator of 2019 ended there, since a map was null. */
    @Test
    void aConfigMapWithoutDataIsToldAndLeftAlone() {
        mesh.cluster().api().edit(MeshCluster.MAP, "{data: null}");
        start(ENFORCE);

        mesh.awaitCondition("mesh", "InStep", "Unknown KeyMissing");

        assertThat(mesh.condition("mesh", "InjectionBroken")).isEqualTo("True PodsDenied");
        assertThat(mesh.map().has("data")).isFalse();
        mesh.write(HELM);
        mesh.awaitCondition("mesh", "Enforced", "True InPlace");
    }

    /** The operator of 2019 deleted every key but two, and linkerd upgrade read one of those. */
    @Test
    void otherKeysOfTheConfigMapStayAsTheyAre() {
        mesh.cluster().api().edit(MeshCluster.MAP, "{data: {install: 'of another tool'}, binaryData: {b: 'AAAA'}}");
        start(ENFORCE);

        mesh.awaitCondition("mesh", "Enforced", "True InPlace");

        assertThat(mesh.map().at("/data/install").asText()).isEqualTo("of another tool");
        assertThat(mesh.map().at("/binaryData/b").asText()).isEqualTo("AAAA");
        assertThat(mesh.map().path("data")).hasSize(2);
    }

    /** A ConfigMap has 1 MiB at most. */
    @Test
    void aTextOfAlmostAMebibyteIsEditedInPlace() {
        var comments = "# what a person wrote here\n".repeat(38_000);
        mesh.write(HELM + comments);
        start(ENFORCE);

        mesh.awaitCondition("mesh", "Enforced", "True InPlace");

        assertThat(mesh.text()).isEqualTo(WANTED + comments);
    }

    @Test
    void oneThatIsBeingDeletedIsNotHonouredAnyMore() {
        mesh.define();
        mesh.cluster()
                .api()
                .put(
                        MeshCluster.path("a"),
                        "{metadata: {finalizers: ['example.com/slow']}, spec: {values: {proxy: {logLevel: 'info'}}}}");
        mesh.config("b", ENFORCE);
        mesh.cluster().start();
        mesh.awaitCondition("b", "Accepted", "False OlderOneHonoured");

        mesh.cluster().api().delete(MeshCluster.path("a"), "{}");

        mesh.awaitCondition("b", "Enforced", "True InPlace");
    }

    /** It held what was wanted of an object that had gone. */
    @Test
    void oneThatIsMadeAnewUnderItsNameBeginsAnew() {
        start(ENFORCE);
        mesh.awaitCondition("mesh", "Enforced", "True InPlace");

        mesh.cluster().api().delete(MeshCluster.path("mesh"), "{}");
        mesh.write(HELM);
        mesh.config("mesh", "{values: {proxy: {logLevel: 'info'}}}");

        mesh.awaitCondition("mesh", "Enforced", "False Observing");
        assertThat(mesh.text()).isEqualTo(HELM);
    }

    @Test
    void valuesThatMayBeSecretAreShownNowhere() {
        mesh.write(HELM.replace("additionalEnv: null", "additionalEnv:\n  - {name: TOKEN, value: hidden-there}"));
        start("{values: {proxy: {additionalEnv: [{name: 'TOKEN', value: 'hidden-wanted'}]}, prometheusUrl:"
                + " 'http://u:hidden@p'}}");

        mesh.awaitCondition("mesh", "InStep", "False Differs");
        await("told").atMost(FakeCluster.SOON).until(() -> mesh.cluster().hasEvent("default", "LinkerdValuesDiffer"));
        assertThat(mesh.message("mesh", "InStep"))
                .contains("proxy.additionalEnv")
                .contains("prometheusUrl");
        assertThat(mesh.status("mesh").toString()).doesNotContain("hidden");
        assertThat(mesh.cluster()
                        .api()
                        .list("/api/v1/namespaces/default/events")
                        .toString())
                .doesNotContain("hidden");
    }
}
