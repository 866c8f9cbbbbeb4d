// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.nightly.Nightly;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a change of Linkerd's comes to in workloads that opted in to rollouts, and in one that did not. Images stay on the nodes after a test, so a
 * version that has to be missing is of no other test.
 */
@Nightly.Ways
@WithMesh(cluster = 2)
class OutdatedWorkloadsIT {
    private final Mesh mesh;
    private final OutdatedWorkloads all;
    private final LinkerdConfigObject config;
    private final RolledOut shop;
    private final RolledOut stock;

    OutdatedWorkloadsIT(Mesh mesh, @TempDir Path folder) throws Exception {
        this.mesh = mesh;
        this.all = new OutdatedWorkloads(mesh, folder);
        this.config = all.config();
        this.shop = all.shop();
        this.stock = all.stock();
    }

    @BeforeEach
    void begin() throws Exception {
        all.begin();
    }

    @AfterEach
    void end() throws Exception {
        all.end();
    }

    @Test
    void aVersionIsBroughtToOneAfterTheOtherOnceItRunsThoughTheLeaderIsKilled() throws Exception {
        long before = shop.generation();
        all.bring("5");
        assertThat(config.row()).containsPattern("^mesh +Observe +True +0 +3 +WaitingForInjectors ");

        stopsAtTheFirstThatDoesNotGetReady();
        all.linkerd().loadProxy("5");
        mesh.until("the other has its turn", () -> stock.restartedAt().isPresent());
        Leader.kill(mesh);

        assertThat(all.awaitRolling("NothingToRestart"))
                .contains("Deployment " + all.visitor().inWords());
        assertThat(config.row()).containsPattern("^mesh +Observe +True +0 +1 +NothingToRestart ");
        eachOfThoseThatOptedInWasRestartedOnce(before);
        oneWasRestartedAfterTheOther();
        aPersonWasToldInEvents();
        whatIsOnlyToldRestartsNothing();
    }

    private void stopsAtTheFirstThatDoesNotGetReady() throws Exception {
        assertThat(all.awaitRolling("RolloutFailed"))
                .contains("Stopped: after its restart Deployment " + shop.inWords());
        assertThat(config.status().at("/rollout/failed/first"))
                .extracting(JsonNode::asText)
                .containsExactly("Deployment " + shop.inWords());
        mesh.untilHas(
                "an Event tells why",
                () -> all.events("RolloutFailed"),
                notes -> notes.stream().anyMatch(note -> note.contains("exceeded its progress deadline")));
        assertThat(stock.restartedAt()).isEmpty();
    }

    private void eachOfThoseThatOptedInWasRestartedOnce(long generation) throws Exception {
        assertThat(shop.versions()).containsExactly("5", "5");
        assertThat(stock.versions()).containsExactly("5", "5");
        assertThat(all.visitor().versions()).containsExactly("1");
        assertThat(shop.generation()).isEqualTo(generation + 1);
        assertThat(shop.marks()).hasSize(1);
        assertThat(stock.marks()).isEqualTo(shop.marks());
        assertThat(all.visitor().marks()).isEmpty();
        assertThat(stock.podsMade()).isEqualTo(4);
    }

    private void oneWasRestartedAfterTheOther() throws Exception {
        assertThat(stock.beganAfter(shop)).isTrue();
        var pods = stock.pods();
        assertThat(RolledOut.ready(pods.getFirst())).isBeforeOrEqualTo(RolledOut.created(pods.getLast()));
    }

    private void aPersonWasToldInEvents() throws Exception {
        assertThat(all.events("PodRestart"))
                .anyMatch(note -> note.contains("restarts this Deployment") && note.contains("1 instead of 5"))
                .anyMatch(note -> note.contains("evicts pod stock-"));
        assertThat(all.events("PodsOutdated"))
                .anyMatch(note -> note.contains("It opted in to rollouts"))
                .anyMatch(note -> note.contains("It is left alone: it is not labelled"));
    }

    private void whatIsOnlyToldRestartsNothing() throws Exception {
        var before = List.of(shop.generation(), stock.generation());
        config.apply(OutdatedWorkloads.DRY_RUN);
        all.upgrade("8");
        assertThat(all.awaitRolling("DryRun"))
                .isEqualTo("Would be restarted, in this order: Deployment " + shop.inWords() + ", StatefulSet "
                        + stock.inWords() + ".");

        config.apply(OutdatedWorkloads.AUTO);
        all.linkerd().replaceTrustRoot();
        all.upgrade("8");
        assertThat(all.awaitRolling("TrustRootReplaced")).contains("nothing is restarted");
        mesh.until(
                "an Event tells it", () -> !config.events("TrustRootReplaced").isEmpty());
        assertThat(List.of(shop.generation(), stock.generation())).isEqualTo(before);
    }

    @Test
    void aReplacedTrustRootRestartsNothingHoweverLongItIs() throws Exception {
        all.linkerd().loadProxy("7");
        all.linkerd().replaceTrustRoot();
        all.upgrade("7");
        all.awaitRolling("TrustRootReplaced");
        mesh.standins().refreshInjector();

        Lasting.holds(
                "nothing is restarted",
                OutdatedWorkloads.LONGEST_ASKED,
                () -> shop.restartedAt().isEmpty() && stock.restartedAt().isEmpty());
        assertThat(config.row()).contains("TrustRootReplaced");
    }

    @Test
    void aBetterVersionGoesOnWhereOneDoesNotRunAndOffStopsAfterTheWorkloadAtHand() throws Exception {
        all.bring("9");
        all.awaitRolling("RolloutFailed");
        all.linkerd().loadProxy("10");
        all.bring("10");

        mesh.until("it is restarted once more", () -> shop.marks().size() == 2, OutdatedWorkloads.LONGEST_ASKED);
        config.apply(OutdatedWorkloads.OFF);
        mesh.untilHas("it runs", shop::versions, List.of("10", "10")::equals);
        assertThat(all.awaitRolling("Off")).contains("StatefulSet " + stock.inWords());
        assertThat(stock.restartedAt()).isEmpty();

        config.apply(OutdatedWorkloads.AUTO);
        all.awaitRolling("NothingToRestart");
        assertThat(stock.versions()).containsOnly("10");
        assertThat(shop.marks()).hasSize(2);
        assertThat(stock.marks()).hasSize(1);
    }

    @Test
    @Nightly.Ways
    void killsOfTheLeaderInEachTurnLoseAndRepeatNothing() throws Exception {
        all.linkerd().loadProxy("7");
        var workloads = List.of(all.another("bakery"), all.another("cafe"), stock, all.another("till"));
        var before = shop.generation();
        all.bring("7");

        for (var workload : workloads) {
            mesh.until(
                    workload.inWords() + " is restarted",
                    () -> workload.restartedAt().isPresent(),
                    OutdatedWorkloads.LONGEST_ASKED);
            Leader.kill(mesh);
        }

        all.awaitRolling("NothingToRestart");
        for (var workload : workloads) {
            assertThat(workload.versions()).as(workload.inWords()).containsOnly("7");
            assertThat(workload.marks()).as(workload.inWords()).hasSize(1);
        }
        assertThat(shop.generation()).isEqualTo(before + 1);
        assertThat(stock.podsMade()).isEqualTo(4);
        assertThat(workloads.getLast().beganAfter(stock)).isTrue();
    }
}
