// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import static io.linkerd.multus.values.HelmValues.HELM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A LinkerdConfig is followed by the whole controller, before a fake API server. */
class LinkerdConfigControllerIT {
    private static final String OBSERVE = "{values: {proxy: {logLevel: 'warn,linkerd=debug'}}}";
    private static final String ENFORCE = "{mode: 'Enforce', values: {proxy: {logLevel: 'warn,linkerd=debug'}}}";

    private static final String HALF_WRITTEN =
            "{metadata: {managedFields: [{manager: 'linkerd-multus-controller-linkerd-multus', operation: 'Update',"
                    + " apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {'f:data': {'f:values': {}}}}]}}";

    private final MeshCluster mesh = new MeshCluster();

    @AfterEach
    void end() {
        mesh.close();
    }

    @Test
    void withoutTheKindNothingIsReadWrittenOrMissing() {
        mesh.cluster().start();

        await("leads").atMost(FakeCluster.SOON).until(mesh.cluster()::leads);
        await("looked for the kind")
                .atMost(FakeCluster.SOON)
                .until(() -> mesh.cluster().reconciles("look-again") > 0);
        assertThat(mesh.cluster().controller().whyNotReady()).isEmpty();
        assertThat(mesh.writes()).isEmpty();
        assertThat(mesh.cluster().api().requests("/api/v1/namespaces/linkerd/configmaps"))
                .isEmpty();
    }

    @Test
    void aKindThatComesLaterIsServedWithoutARestart() {
        mesh.cluster().start();
        await("looked for the kind")
                .atMost(FakeCluster.SOON)
                .until(() -> mesh.cluster().reconciles("look-again") > 0);

        mesh.define();
        mesh.config("mesh", OBSERVE);

        await("served")
                .atMost(Duration.ofSeconds(12))
                .until(() -> mesh.condition("mesh", "InStep").equals("False Differs"));
    }

    @Test
    void observedDriftIsToldAndNothingIsWritten() {
        mesh.define();
        mesh.config("mesh", OBSERVE);
        mesh.cluster().start();

        mesh.awaitCondition("mesh", "InStep", "False Differs");
        var drift = mesh.status("mesh").path("drift");
        assertThat(drift.path("count").asInt()).isEqualTo(1);
        assertThat(drift.at("/first/0/path").asText()).isEqualTo("proxy.logLevel");
        assertThat(drift.at("/first/0/wanted").asText()).contains("warn,linkerd=debug");
        assertThat(drift.at("/first/0/found").asText()).contains("hickory=error");
        assertThat(mesh.condition("mesh", "InjectionBroken")).isEqualTo("False Injects");
        assertThat(mesh.status("mesh").path("observedGeneration").asInt()).isEqualTo(1);
        await("told").atMost(FakeCluster.SOON).until(() -> mesh.cluster().hasEvent("default", "LinkerdValuesDiffer"));
        assertThat(mesh.text()).isEqualTo(HELM);
    }

    @Test
    void enforcedValuesAreWrittenAndNoFieldIsOurs() {
        mesh.define();
        mesh.config("mesh", ENFORCE);
        mesh.cluster().start();

        mesh.awaitCondition("mesh", "Enforced", "True InPlace");
        assertThat(mesh.text()).contains("warn,linkerd=debug");
        assertThat(mesh.owns()).isFalse();
        assertThat(mesh.map().at("/metadata/ownerReferences").isMissingNode()).isTrue();
        await("told").atMost(FakeCluster.SOON).untilAsserted(() -> {
            assertThat(mesh.cluster().events("default", "LinkerdConfigUpdated")).isEqualTo(1);
            assertThat(mesh.cluster().events("linkerd", "ConfigMapUpdated")).isEqualTo(1);
        });

        mesh.cluster().api().delete(MeshCluster.path("mesh"), "{}");
        assertThat(mesh.text()).as("the ConfigMap without the LinkerdConfig").contains("warn,linkerd=debug");
    }

    @Test
    void portsAreWrittenOnceLinkerdsCniConfigurationHasThem() {
        var cni = "/api/v1/namespaces/linkerd-cni/configmaps/linkerd-cni-config";
        mesh.define();
        mesh.cluster().api().put(cni, "{data: {cni_network_config: '" + cniConfig(4143) + "'}}");
        mesh.config("mesh", "{mode: 'Enforce', values: {proxy: {ports: {inbound: 5143}}}}");
        mesh.cluster().start();
        mesh.awaitCondition("mesh", "Enforced", "False NeedsCniConfig");
        assertThat(mesh.text()).isEqualTo(HELM);

        mesh.cluster().api().edit(cni, "{data: {cni_network_config: '" + cniConfig(5143) + "'}}");
        mesh.awaitCondition("mesh", "Enforced", "True InPlace");
        assertThat(mesh.text()).contains("inbound: 5143");
    }

    private static String cniConfig(int inbound) {
        return "{\"type\":\"linkerd-cni\",\"linkerd\":{\"incoming-proxy-port\":" + inbound + "}}";
    }

    /** The operator of 2019 restarted every pod at each of its own status writes. */
    @Test
    void nothingIsWrittenWhileNothingDiffers() {
        mesh.define();
        mesh.config("mesh", ENFORCE);
        mesh.cluster().start();
        mesh.awaitCondition("mesh", "Enforced", "True InPlace");
        await("asked about what was written")
                .atMost(FakeCluster.SOON)
                .until(() -> mesh.message("mesh", "Enforced").contains("could not be asked"));
        await("told of rollouts, too")
                .atMost(FakeCluster.SOON)
                .until(() -> mesh.status("mesh").has("rollout"));
        double before = mesh.cluster().settled("linkerdconfig");
        mesh.cluster().api().forgetRequests();

        mesh.cluster().api().edit(MeshCluster.MAP, "{metadata: {labels: {other: 'label'}}}");

        await("looked").atMost(FakeCluster.SOON).until(() -> mesh.cluster().settled("linkerdconfig") > before);
        assertThat(mesh.writes()).isEmpty();
    }

    @Test
    void aLeaderThatEndedBetweenItsTwoWritesIsFollowedByOneThatFinishes() {
        mesh.define();
        mesh.config("mesh", OBSERVE);
        mesh.cluster().api().edit(MeshCluster.MAP, HALF_WRITTEN);
        assertThat(mesh.owns()).isTrue();

        mesh.cluster().start();

        await("given up").atMost(FakeCluster.SOON).until(() -> !mesh.owns());
        assertThat(mesh.text()).isEqualTo(HELM);
    }

    /** Found by generated histories. */
    @Test
    void aLeaderThatEndedBetweenItsTwoWritesIsFollowedByOneThatFinishesThoughTheLinkerdConfigIsGone() {
        mesh.define();
        mesh.cluster().api().edit(MeshCluster.MAP, HALF_WRITTEN);

        mesh.cluster().start();

        await("given up").atMost(FakeCluster.SOON).until(() -> !mesh.owns());
    }

    @Test
    void anotherWriterHasItsWayAfterThreeTimes() {
        mesh.define();
        mesh.config("mesh", ENFORCE);
        mesh.cluster().start();
        for (int upgrade = 0; upgrade < 4; upgrade++) {
            mesh.awaitCondition("mesh", "Enforced", "True InPlace");
            mesh.write(HELM);
            await("noticed")
                    .atMost(FakeCluster.SOON)
                    .until(() -> !mesh.text().equals(HELM)
                            || mesh.condition("mesh", "Enforced").equals("False LeftAlone"));
        }

        mesh.awaitCondition("mesh", "Enforced", "False LeftAlone");
        assertThat(mesh.text()).isEqualTo(HELM);
        assertThat(mesh.message("mesh", "Enforced"))
                .contains("Helm release linkerd and LinkerdConfig mesh disagree on proxy.logLevel");
        assertThat(mesh.status("mesh").at("/drift/putBack").asInt()).isEqualTo(3);

        mesh.cluster().restart();
        await("leads").atMost(FakeCluster.SOON).until(mesh.cluster()::leads);
        await("looked").atMost(FakeCluster.SOON).until(() -> mesh.cluster().settled("linkerdconfig") > 0);
        assertThat(mesh.text()).as("with a new leader").isEqualTo(HELM);

        mesh.cluster().api().edit(MeshCluster.path("mesh"), "{spec: {values: {proxy: {logLevel: 'info'}}}}");
        mesh.awaitCondition("mesh", "Enforced", "True InPlace");
        assertThat(mesh.text()).contains("info");
    }

    @Test
    void ofTwoOneIsHonouredAndTheOtherSaysSo() {
        mesh.define();
        mesh.config("a", OBSERVE);
        mesh.config("b", ENFORCE);
        mesh.cluster().start();

        mesh.awaitCondition("a", "Accepted", "True Accepted");
        mesh.awaitCondition("b", "Accepted", "False OlderOneHonoured");
        assertThat(mesh.text()).isEqualTo(HELM);

        mesh.cluster().api().delete(MeshCluster.path("a"), "{}");
        mesh.awaitCondition("b", "Enforced", "True InPlace");
    }

    @Test
    void aTextThatDeniesEveryPodIsToldWhoeverWroteIt() {
        mesh.define();
        mesh.config("mesh", OBSERVE);
        mesh.cluster().start();
        mesh.awaitCondition("mesh", "InjectionBroken", "False Injects");

        mesh.write(HELM.replace("uid: 2102", "uid: \"2102\""));

        mesh.awaitCondition("mesh", "InjectionBroken", "True PodsDenied");
        assertThat(mesh.status("mesh").path("reason").asText()).isEqualTo("InjectionBroken");
        await("told").atMost(FakeCluster.SOON).until(() -> mesh.cluster().hasEvent("default", "InjectionBroken"));
    }

    @Test
    void aMissingConfigMapIsToldAndComesLater() {
        mesh.define();
        mesh.cluster().api().remove(MeshCluster.MAP);
        mesh.config("mesh", OBSERVE);
        mesh.cluster().start();
        mesh.awaitCondition("mesh", "InStep", "Unknown ConfigMapMissing");

        mesh.cluster().api().put(MeshCluster.MAP, "{data: {global: '{}', proxy: '{}', install: '{}'}}");

        mesh.awaitCondition("mesh", "InStep", "Unknown OlderLayout");
        assertThat(mesh.map().path("data")).hasSize(3);
        assertThat(mesh.cluster().controller().whyNotReady()).isEmpty();
    }
}
