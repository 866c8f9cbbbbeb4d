// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFolderTest {
    private static final String NETWORKS = "/etc/cni/net.d";
    private static final String TARGET = "/var/snap/microk8s/current/args/cni-network";

    @TempDir
    private Path root;

    private HostRoot host;

    @BeforeEach
    void aContainerWithTwoFoldersOfTheHost() throws IOException {
        Files.createDirectories(root.resolve("etc/cni"));
        Files.createDirectories(root.resolve("opt"));
        var mounts = Files.writeString(
                root.resolve("mountinfo"),
                "36 1 98:0 /etc/cni " + root + "/etc/cni rw - ext4 /dev/root rw\n" + "37 1 98:0 /opt " + root
                        + "/opt rw - ext4 /dev/root rw\n");
        host = new HostRoot(root, mounts);
    }

    /** It was said to be read-only, or not mounted, and that global.mode would help. */
    @Test
    void aLinkOutOfWhatIsMountedIsToldWithItsTargetAndTheValueForIt() throws IOException {
        Files.createSymbolicLink(root.resolve("etc/cni/net.d"), Path.of(TARGET));
        var folder = new HostFolder(host, NETWORKS);

        assertThat(folder.writable("the mode chained writes there", folder.orTarget("installer.networkDir", "no")))
                .isEqualTo(new Result.Not<>(NETWORKS + " of the host is a link to " + TARGET + ", which is not mounted"
                        + " into the installer, or is read-only there (the mode chained writes there); set the chart"
                        + " value installer.networkDir=" + TARGET));
        assertThat(folder.outOfReach()).contains("has become a link to " + TARGET, "installer.networkDir");
    }

    @Test
    void aLinkThatIsRelativeOrAboveTheFolderIsFollowedAsOnTheHost() throws IOException {
        Files.createSymbolicLink(root.resolve("opt/cni"), Path.of("../usr/lib/cni"));

        assertThat(new HostFolder(host, "/opt/cni/bin").orTarget("installer.cniBinDir", "no"))
                .isEqualTo("set the chart value installer.cniBinDir=/usr/lib/cni/bin");
    }

    @Test
    void whatIsNoLinkIsToldWithTheCureThatIsGiven() {
        var folder = new HostFolder(host, "/home/kubernetes/bin");

        assertThat(folder.writable("why", folder.orTarget("installer.cniBinDir", "cure")))
                .isEqualTo(new Result.Not<>("/home/kubernetes/bin of the host is not mounted into the installer, or is"
                        + " read-only there (why); cure"));
        assertThat(folder.outOfReach()).contains("is not mounted into the installer any more", "helm rollback");
    }

    /** A link within what is mounted is nobody's concern. */
    @Test
    void aLinkInsideOfWhatIsMountedIsFollowed() throws IOException {
        Files.createDirectories(root.resolve("etc/cni/networks"));
        Files.createSymbolicLink(root.resolve("etc/cni/net.d"), Path.of("networks"));

        assertThat(new HostFolder(host, NETWORKS).writable("why", "cure")).isEqualTo(new Result.Ok<>(NETWORKS));
    }

    @Test
    void aFolderThatTheNodeDoesNotHaveIsNoneThatAnythingLooksInto() throws IOException {
        var folder = new HostFolder(host, "/opt/cni/bin");

        assertThat(folder.writable("why", "cure")).isEqualTo(new Result.Ok<>("/opt/cni/bin"));
        assertThat(folder.existing("why"))
                .isInstanceOfSatisfying(
                        Result.Not.class,
                        missing -> assertThat(missing.reason())
                                .startsWith("/opt/cni/bin is not there on the node")
                                .contains("(why)", "global.platform", "installer.cniBinDir", "LinkerdMultus"));
        Files.createDirectories(root.resolve("opt/cni/bin"));
        assertThat(folder.existing("why")).isEqualTo(new Result.Ok<>("/opt/cni/bin"));
    }
}
