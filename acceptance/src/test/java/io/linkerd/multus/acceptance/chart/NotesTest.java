// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the chart says after an installation is about what was installed. */
class NotesTest {
    private static final String ATTACHMENT = "NetworkAttachmentDefinition";
    private static final String ATTACHMENTS = "network-attachment-definitions";
    private static final String CONTROLLER = "deployment/mesh-controller";
    private static final String WEBHOOK = "deployment/mesh-webhook";
    private static final String INSTALLER = "daemonset/mesh-installer";

    @Test
    void withAttachmentsTheyTellOfThem() {
        assertThat(notes(Map.of("global.mode", "nad")))
                .contains(
                        "in mode nad",
                        ATTACHMENT,
                        ATTACHMENTS,
                        "the network `linkerd-cni`",
                        "user id",
                        CONTROLLER,
                        WEBHOOK,
                        INSTALLER)
                .contains("linkerd.io/multus=enabled");
    }

    /** They promised a NetworkAttachmentDefinition that nobody makes there. */
    @Test
    void chainedTheyTellOfNone() {
        assertThat(notes(Map.of("global.mode", "chained")))
                .contains("in mode chained", "for every pod", "user id", CONTROLLER, WEBHOOK, INSTALLER)
                .contains("linkerd.io/multus=enabled")
                .doesNotContain(ATTACHMENT, ATTACHMENTS, "the network `linkerd-cni`");
    }

    @Test
    void ofAnInstallerAloneTheyTellNothingOfTheOthers() {
        assertThat(notes(Map.of("global.mode", "chained", "controller.enabled", "false", "webhook.enabled", "false")))
                .contains("linkerd.io/inject=enabled", INSTALLER)
                .doesNotContain(ATTACHMENT, ATTACHMENTS, "user id", CONTROLLER, WEBHOOK, "linkerd.io/multus=enabled");
    }

    /** They said that installers find the platform out, and that the runtime calls a plugin that nothing of the release puts on the node. */
    @Test
    void withoutTheInstallerTheyPromiseNothingOfIt() {
        assertThat(notes(Map.of("global.mode", "chained", "installer.enabled", "false")))
                .contains("The installer is off", "by other means")
                .doesNotContain("for every pod", "the installers find it out", "On OpenShift they will be refused");
        assertThat(notes(Map.of("global.linkerd.cniChart", "Replace", "installer.enabled", "false")))
                .contains("It stands in for Linkerd's CNI chart")
                .doesNotContain("linkerd check");
        assertThat(notes(Map.of("global.linkerd.cniChart", "Replace"))).contains("linkerd check --pre");
        assertThat(notes(Map.of())).contains("the installers find it out").doesNotContain("The installer is off");
    }

    /** They said that pods get the network, and not that nothing makes it. */
    @Test
    void withoutTheControllerTheySayThatTheAttachmentHasToBeMade() {
        assertThat(notes(Map.of("controller.enabled", "false"))).contains("The controller is off", "by other means");
        assertThat(notes(Map.of("controller.enabled", "false", "global.mode", "chained")))
                .doesNotContain("The controller is off");
        assertThat(notes(Map.of())).doesNotContain("The controller is off");
    }

    @Test
    void withoutAPartTheyTellNothingOfIt() {
        assertThat(notes(Map.of("controller.enabled", "false")))
                .contains("user id", WEBHOOK, INSTALLER)
                .doesNotContain(ATTACHMENT, ATTACHMENTS, CONTROLLER);
        assertThat(notes(Map.of("webhook.enabled", "false")))
                .contains(ATTACHMENT, ATTACHMENTS, CONTROLLER, INSTALLER)
                .doesNotContain("user id", WEBHOOK);
        assertThat(notes(Map.of("installer.enabled", "false")))
                .contains(ATTACHMENT, CONTROLLER, WEBHOOK)
                .doesNotContain(INSTALLER, "run as root");
    }

    @Test
    void aModeOfTheInstallersOwnIsTold() {
        assertThat(notes(Map.of("global.mode", "auto", "installer.mode", "file")))
                .contains("in mode nad", "The installer alone is in mode file", "set global.mode");
        assertThat(notes(Map.of("installer.mode", "nad"))).doesNotContain("The installer alone");
    }

    /** A GitOps tool rendered chained before Multus' kind came, and nad after it, and nobody had been told. */
    @Test
    void aModeThatWasNotSaidIsToldWithWhatKeepsIt() {
        assertThat(notes(Map.of()))
                .contains(
                        "no cluster was looked at",
                        "set global.mode=chained where there is no Multus",
                        "global.mode=nad");
        assertThat(notes(Map.of("global.mode", "nad"))).doesNotContain("global.mode");
        assertThat(notes(Map.of("global.mode", "null"))).contains("global.mode=nad");
        assertThat(notes(Map.of("multus.enabled", "true"))).doesNotContain("global.mode");
    }

    /** The DaemonSet's pods of nodes that the selector does not name were made and refused, time and again. */
    @Test
    void onOpenShiftADefaultNodeSelectorIsToldOf() {
        var cure = "oc annotate namespace mesh-system openshift.io/node-selector= --overwrite";

        assertThat(notes(Map.of("global.platform", "openshift"))).contains(cure);
        assertThat(notes(Map.of("global.platform", "openshift", "installer.enabled", "false")))
                .doesNotContain("node-selector");
        assertThat(notes(Map.of("global.platform", "microshift"))).doesNotContain("node-selector");
        assertThat(notes(Map.of("global.platform", "kubernetes"))).doesNotContain("node-selector");
    }

    /** What does not fit is left to other charts as a dependency only; by itself nothing of it is there to be told. */
    @Test
    void unknownGlobalKeysAreTold() {
        assertThat(notes(Map.of("global.storageClass", "fast", "global.networkPolicy.allowExternal", "true")))
                .contains(
                        "global.storageClass is read by no part",
                        "global.networkPolicy.allowExternal is read by no part");
        assertThat(notes(Map.of())).doesNotContain("is read by no part", "another chart's");
    }

    /** A cluster that is seen, and has no SecurityContextConstraints, is not OpenShift. */
    @Test
    void onlyWithoutAClusterTheyAskWhetherItIsOpenShift() {
        assertThat(notes(Map.of())).contains("On OpenShift they will be refused");
        assertThat(notes(Map.of("global.platform", "kubernetes"))).doesNotContain("OpenShift");
    }

    /** A LinkerdConfig alone said later why nothing was restarted. */
    @Test
    void rightsOfRolloutsThatAreNotGivenAreTold() {
        var on = Map.of("controller.rollouts.enabled", "true");

        assertThat(notesOn("1.29.4", on))
                .contains("controller.rollouts.enabled gives no right here: Kubernetes v1.29.4");
        assertThat(notesOn("1.30.0", on)).doesNotContain("controller.rollouts.enabled");
        assertThat(notesOn("1.29.4", Map.of())).doesNotContain("controller.rollouts.enabled");
        assertThat(notesOn("1.29.4", Map.of("controller.rollouts.enabled", "true", "controller.enabled", "false")))
                .doesNotContain("controller.rollouts.enabled");
    }

    private static String notesOn(String kubernetes, Map<String, String> values) {
        return Chart.notesOn(kubernetes, values).replaceAll("\\s+", " ");
    }

    private static String notes(Map<String, String> values) {
        return Chart.notes(values).replaceAll("\\s+", " ");
    }
}
