// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.acceptance.LinkerdRelease.By;
import io.linkerd.multus.acceptance.mesh.Release;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The owner of Linkerd's values, Helm 3 or Helm 4, beside a LinkerdConfig that has them put right. */
@WithMesh(cluster = 2)
class LinkerdOwnerIT extends Followed {
    private static final String MANAGER = "linkerd-multus-controller-" + Release.NAME;
    private static final String OURS = "  logLevel: \"warn,linkerd=debug\"\n";
    private static final String ENFORCE = "{mode: Enforce, values: {proxy: {logLevel: 'warn,linkerd=debug'}}}";
    private static final String DISAGREE =
            "Helm release " + LinkerdRelease.NAME + " and LinkerdConfig mesh disagree on proxy.logLevel";

    LinkerdOwnerIT(Mesh mesh, @TempDir Path folder) throws Exception {
        super(mesh, folder);
    }

    @BeforeEach
    void define() throws Exception {
        config.define();
    }

    /** Whoever writes a field of the ConfigMap owns all of it, and an upgrade by Helm 4 fails on what another manager owns. */
    @ParameterizedTest
    @CsvSource({"HELM_3, HELM_3", "HELM_4, HELM_4", "HELM_3, HELM_4"})
    void upgradesSucceedBeforeBetweenAndAfterOurWritesAndTheReleaseHasItsWayAtLast(By installs, By upgrades)
            throws Exception {
        linkerd.upgrade(installs, Map.of());
        linkerd.upgrade(upgrades, Map.of("controllerLogLevel", "debug"));
        config.apply(ENFORCE);
        awaitOurs(0);

        for (var round = 1; round <= 3; round++) {
            linkerd.upgrade(upgrades, Map.of("proxy.logLevel", "info", "controllerLogLevel", "round" + round));
            awaitOurs(round);
            assertThat(linkerd.text()).contains("controllerLogLevel: round" + round + "\n");
        }
        mesh.untilHas(
                "the disagreement is told",
                () -> config.events("LinkerdValuesDiffer"),
                notes -> notes.stream().anyMatch(note -> note.contains(DISAGREE)));

        linkerd.upgrade(upgrades, Map.of("proxy.logLevel", "info"));
        assertThat(config.await("Enforced", "False LeftAlone")).contains(DISAGREE);
        linkerd.upgrade(upgrades, Map.of("proxy.logLevel", "error"));
        mesh.until("it is seen", () -> config.condition("InStep").contains("error"));
        assertThat(linkerd.text()).contains("  logLevel: error\n");
        assertThat(config.row()).containsPattern("^mesh +Enforce +False +1 .* LeftAlone ");
    }

    @Test
    void whatALeaderLeftBetweenItsTwoWritesIsFinishedAndHelm4UpgradesAgain() throws Exception {
        linkerd.upgrade(By.HELM_4, Map.of());
        scale(0);
        config.apply(ENFORCE);
        linkerd.write(MANAGER, linkerd.text().replace("  logLevel: warn,linkerd=info,hickory=error\n", OURS));
        assertThatThrownBy(() -> linkerd.upgrade(By.HELM_4, Map.of("controllerLogLevel", "debug")))
                .hasMessageContaining("conflict");

        scale(1);

        awaitOurs(0);
        linkerd.upgrade(By.HELM_4, Map.of("controllerLogLevel", "debug"));
        awaitOurs(1);
    }

    /** What is remembered is in the status, and each write says which version it is for. */
    @Test
    void killsOfTheLeaderLoseNothingAndRepeatNothing() throws Exception {
        linkerd.upgrade(By.HELM_4, Map.of());
        config.apply(ENFORCE);
        awaitOurs(0);
        var moments = new Random(36);
        var before = linkerd.text();

        for (var kill = 1; kill <= 3; kill++) {
            config.apply("{mode: Enforce, allowPartial: true, values: {proxy: {logLevel: 'debug', uid: %d}}}"
                    .formatted(3000 + kill));
            pause(moments.nextInt(400));
            Leader.kill(mesh);
        }

        config.await("Enforced", "True InPlace");
        mesh.until("no field is ours", () -> !linkerd.hasOurFields());
        assertThat(linkerd.text())
                .isEqualTo(before.replace(OURS, "  logLevel: \"debug\"\n").replace("  uid: 2102\n", "  uid: 3003\n"));
        assertThat(config.status().at("/drift/putBack").asInt()).isZero();
    }

    /** A moment of a write is a time after what it is for: it is what is tried here, and nothing waits on it. */
    private static void pause(int millis) throws InterruptedException {
        Thread.sleep(millis);
    }

    private void scale(int replicas) throws Exception {
        mesh.kubectl(
                "scale",
                "deployment/" + Release.NAME + "-controller",
                "--namespace=" + Release.NAME,
                "--replicas=" + replicas);
        mesh.until(
                "so many controllers run",
                () -> mesh.objects()
                                .labelled("pods", Release.NAME, "app.kubernetes.io/name=controller")
                                .size()
                        == replicas);
    }

    /** Waits until our value is in place, no field is ours, and it has been put back so often. */
    private void awaitOurs(int putBack) {
        mesh.untilHas(
                "put back " + putBack + " times",
                () -> config.status().at("/drift/putBack").asInt(-1),
                count -> count == putBack);
        config.await("Enforced", "True InPlace");
        mesh.until(
                "the value is ours, and no field is", () -> linkerd.text().contains(OURS) && !linkerd.hasOurFields());
    }
}
