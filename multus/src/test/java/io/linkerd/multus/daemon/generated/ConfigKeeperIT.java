// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.service.files.BrittleFileCalls;
import io.linkerd.multus.service.files.FileCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigKeeperIT {
    @TempDir
    private Path root;

    private NodeFolders node;

    @BeforeEach
    void makeNode() {
        node = new NodeFolders(root);
    }

    @Test
    void writesTheConfigurationForItsOwnerAlone() throws IOException {
        node.with("10-a.conf", NodeFolders.PTP).restart(FileCalls.ofTheSystem()).settle();

        assertThat(GeneratedConfig.found(node.text()))
                .map(GeneratedConfig::primary)
                .contains(node.folder.resolve("10-a.conf").toString());
        assertThat(Files.getPosixFilePermissions(node.written)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(node.keeper.state().whyNotReady()).isEmpty();
    }

    @Test
    void writesNothingWhereNothingDiffers() throws IOException {
        node.with("10-a.conf", NodeFolders.PTP).settle();
        var before = Files.getLastModifiedTime(node.written);

        assertThat(node.restart(FileCalls.ofTheSystem()).settle())
                .isEqualTo(new ConfigTurn.Rest(Duration.ofSeconds(30)));

        assertThat(Files.getLastModifiedTime(node.written)).isEqualTo(before);
    }

    @Test
    void keepsTheLastGoodConfigurationWhileThePrimaryIsTruncated() throws IOException {
        node.with("10-a.conf", NodeFolders.PTP).settle();
        var good = node.text();

        node.with("10-a.conf", "").settle();

        assertThat(node.text()).isEqualTo(good);
        assertThat(node.keeper.state()).isInstanceOf(ConfigState.LastGood.class);
        node.with("10-a.conf", NodeFolders.PTP).settle();
        assertThat(node.keeper.state()).isInstanceOf(ConfigState.InForce.class);
    }

    @Test
    void choosesThePrimaryAnewWhenAnEarlierOneComes() throws IOException {
        node.with("10-a.conf", NodeFolders.PTP).settle();

        node.with("05-b.conf", NodeFolders.PTP).settle();

        assertThat(node.text()).contains("05-b.conf");
    }

    @Test
    void aConfigurationThatAnotherProgramRemovedIsMadeAgain() throws IOException {
        node.with("10-a.conf", NodeFolders.PTP).settle();
        Files.delete(node.written);

        node.settle();

        assertThat(node.written).exists();
        assertThat(node.notices).isEmpty();
    }

    @Test
    void ciliumsRenamingIsToldOnceWithWhatHelps() throws IOException {
        node.with("10-a.conf", NodeFolders.PTP).settle();
        for (int renaming = 0; renaming < 3; renaming++) {
            node.renameAsCilium();
            node.settle();
        }

        assertThat(node.written).exists();
        assertThat(node.notices)
                .singleElement()
                .extracting(PodEvent::message)
                .asString()
                .contains(".cilium_bak", "cni.exclusive=false");
    }

    @Test
    void aProgramThatKeepsUndoingIsGivenWayToForLongerAndLonger() throws IOException {
        node.with("10-a.conf", NodeFolders.PTP).settle();
        var pauses = Duration.ZERO;
        int writes = 0;
        while (pauses.compareTo(Duration.ofMinutes(2)) < 0) {
            Files.deleteIfExists(node.written);
            if (node.settle() instanceof ConfigTurn.GivingWay(var pause)) {
                assertThat(node.keeper.state().whyNotReady()).isNotEmpty();
                pauses = pauses.plus(pause);
                node.pass(pause);
            } else {
                writes++;
            }
        }

        assertThat(writes).isLessThan(16);
        assertThat(node.notices).hasSize(1);
    }

    @Test
    void aFightIsOverOnceTheConfigurationHasStood() throws IOException {
        node.with("10-a.conf", NodeFolders.PTP).settle();
        for (int removal = 0; removal < 4; removal++) {
            Files.delete(node.written);
            node.settle();
        }
        Files.delete(node.written);
        assertThat(node.settle()).isInstanceOf(ConfigTurn.GivingWay.class);
        node.pass(Duration.ofSeconds(1));
        assertThat(node.settle()).isEqualTo(new ConfigTurn.Rest(Duration.ofSeconds(2)));

        node.pass(Duration.ofSeconds(2));

        assertThat(node.settle()).isEqualTo(new ConfigTurn.Rest(Duration.ofSeconds(30)));
        Files.delete(node.written);
        assertThat(node.settle()).isInstanceOf(ConfigTurn.Rest.class);
        assertThat(node.written).exists();
    }

    @Test
    void forcesTheVersionOfThePrimaryAndKeepsItsMode() throws IOException {
        node = new NodeFolders(root, "\"forceCNIVersion\":true").with("10-a.conf", NodeFolders.network("ptp", "0.3.1"));
        var primary = node.folder.resolve("10-a.conf");
        Files.setPosixFilePermissions(primary, PosixFilePermissions.fromString("rw-r-----"));

        node.settle();

        assertThat(primary).hasContent(NodeFolders.PTP);
        assertThat(Files.getPosixFilePermissions(primary)).isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
        assertThat(node.keeper.state()).isInstanceOf(ConfigState.InForce.class);
    }

    @Test
    void aPrimaryBehindALinkIsForcedAndTheLinkStays() throws IOException {
        node = new NodeFolders(root, "\"forceCNIVersion\":true");
        var real = Files.writeString(root.resolve("real.conf"), NodeFolders.network("ptp", "0.3.1"));
        var link = Files.createSymbolicLink(node.folder.resolve("10-a.conf"), real);

        node.settle();

        assertThat(link).isSymbolicLink();
        assertThat(real).hasContent(NodeFolders.PTP);
    }

    @Test
    void theConfigurationGoesWithTheReadinessIndicatorFile() throws IOException {
        node = new NodeFolders(root, "\"readinessindicatorfile\":\"" + root.resolve("ready") + "\"");
        Files.createFile(node.ready);
        node.with("10-a.conf", NodeFolders.PTP).settle();
        assertThat(node.written).exists();

        Files.delete(node.ready);

        assertThat(node.settle()).isEqualTo(new ConfigTurn.Over());
        assertThat(node.written).doesNotExist();
        assertThat(node.keeper.state()).isEqualTo(new ConfigState.Removed());
    }

    @Test
    void aUsersConfigurationIsCopiedFromBehindTheLinksOfAConfigMap() throws IOException {
        var data = Files.createDirectory(root.resolve("..data"));
        Files.writeString(data.resolve("mine.conf"), NodeFolders.network("multus-shim", "1.0.0"));
        var file = Files.createSymbolicLink(root.resolve("mine.conf"), Path.of("..data", "mine.conf"));
        node = new NodeFolders(root, "\"multusConfigFile\":\"" + file + "\"");

        node.settle();

        assertThat(node.folder.resolve("mine.conf")).hasContent(Files.readString(file));
        assertThat(node.keeper.state().whyNotReady()).isEmpty();
    }

    /** The shim would keep DELs in one folder, and the daemon look for them in another. */
    @Test
    void aUsersConfigurationWithFoldersThatAreNotTheDaemonsIsWarnedOfOnce() throws IOException {
        var file = root.resolve("mine.conf");
        Files.writeString(file, NodeFolders.network("multus-shim", "1.0.0"));
        node = new NodeFolders(
                root, "\"multusConfigFile\":\"" + file + "\"", "\"cniDir\":\"/c\"", "\"socketDir\":\"/run/multus\"");

        for (int looks = 0; looks < 3; looks++) {
            node.settle();
        }

        assertThat(node.notices)
                .extracting(PodEvent::message)
                .singleElement()
                .asString()
                .startsWith("cniDir is /var/lib/cni/multus in " + node.folder.resolve("mine.conf") + " and /c for");
    }

    @Test
    void removalLeavesThePrimaryAlone() throws Exception {
        node.with("10-a.conf", NodeFolders.PTP).settle();
        node.renameAsCilium();
        node.settle();

        node.keeper.remove();

        assertThat(node.picture()).containsOnlyKeys("10-a.conf");
    }

    @Test
    void removalBeforeTheFirstLookTakesWhatTheEarlierDaemonWrote() throws Exception {
        node.with("10-a.conf", NodeFolders.PTP).settle();

        node.restart(NodeFolders.quick()).keeper.remove();

        assertThat(node.picture()).containsOnlyKeys("10-a.conf");
    }

    @Test
    void removalWhileThePrimaryNetworkIsAwayLeavesNothingBehind() throws Exception {
        node = new NodeFolders(
                root, "\"readinessindicatorfile\":\"" + root.resolve("ready") + "\"", "\"forceCNIVersion\":true");
        Files.createFile(node.ready);
        node.with("10-a.conf", NodeFolders.PTP).settle();
        Files.delete(node.ready);
        node.with("10-a.conf", NodeFolders.network("ptp", "0.3.1"));

        node.restart(NodeFolders.quick()).keeper.remove();

        assertThat(node.picture()).containsOnlyKeys("10-a.conf");
    }

    @Test
    void removalTakesWhatCiliumHasSetAsideOfTheEarlierDaemon() throws Exception {
        node.with("10-a.conf", NodeFolders.PTP).settle();
        node.renameAsCilium();

        node.restart(NodeFolders.quick()).keeper.remove();

        assertThat(node.picture()).containsOnlyKeys("10-a.conf");
    }

    @Test
    void removalLeavesWhatAnotherMultusWrote() throws Exception {
        node.with("10-a.conf", NodeFolders.PTP).settle();
        Files.writeString(node.written, NodeFolders.network("multus", "1.0.0"));

        node.keeper.remove();

        assertThat(node.written).exists();
    }

    @Test
    void removalLeavesAUsersConfigurationThatIsUsedWhereItStands() throws Exception {
        var file = root.resolve("net.d").resolve("mine.conf");
        node = new NodeFolders(root, "\"multusConfigFile\":\"" + file + "\"")
                .with("mine.conf", NodeFolders.network("multus-shim", "1.0.0"));
        node.settle();

        node.keeper.remove();

        assertThat(file).exists();
    }

    @Test
    void aDiskWithoutRoomIsToldAndTriedAgain() throws IOException {
        node.with("10-a.conf", NodeFolders.PTP)
                .restart(new BrittleFileCalls(
                        1, new BrittleFileCalls.Fate.Failure(new IOException("No space left on device"))));

        assertThat(node.settle()).isEqualTo(new ConfigTurn.Failed());
        assertThat(node.keeper.state().whyNotReady()).singleElement().asString().contains("No space left");

        assertThat(node.settle()).isInstanceOf(ConfigTurn.Rest.class);
        assertThat(node.written).exists();
    }
}
