// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node as kubespray made it: the folder of plugins is of the user {@code kube}, and root needs a capability to write there. */
class ForeignFolderIT {
    private static final int KUBE = 997;

    @TempDir
    private Path root;

    private final FakeCluster cluster = new FakeCluster();
    private FakeNode node;

    @BeforeEach
    void aFolderOfAnotherUser() throws IOException {
        assumeTrue(Ownership.ofThisProcess().user() == 0, "gives folders to other users");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "takes capabilities away by util-linux' setpriv");
        node = new FakeNode(root, cluster);
        Files.setAttribute(node.host("/opt/cni/bin"), "unix:uid", KUBE);
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    /** It said "permission denied", and nothing of what was missing. */
    @Test
    void withoutACapabilityItSaysWhoseFolderItIsAndWhichOneIsMissing() throws Exception {
        try (var installer = withCapabilities("-all")) {
            installer.awaitLog("belongs to user and group " + KUBE + ":0 with mode 755, and this process, of 0:0, is"
                    + " without the capability DAC_OVERRIDE");
            assertThat(node.host(FakeNode.PLUGIN)).doesNotExist();
        }
    }

    /** What cannot be looked at was told as a folder that the node does not have, with a platform to be set. */
    @Test
    void aFolderThatItCannotLookIntoIsNoMissingOne() throws Exception {
        Files.setAttribute(node.host("/opt/cni"), "unix:uid", KUBE);
        Files.setPosixFilePermissions(node.host("/opt/cni"), PosixFilePermissions.fromString("rwx------"));
        try (var installer = withCapabilities("-all")) {
            installer.awaitLog("/opt/cni/bin of the host cannot be looked at");
            installer.awaitLog(node.host("/opt/cni") + " belongs to user and group " + KUBE + ":0 with mode 700");
        }
    }

    /** As the chart starts it on the platform kubespray. */
    @Test
    void withTheCapabilityOfThePlatformItPutsThePluginThere() throws Exception {
        try (var installer = withCapabilities("-all,+dac_override")) {
            installer.awaitReady();
            assertThat(node.host(FakeNode.PLUGIN)).exists();
            assertThat(Ownership.of(node.host(FakeNode.PLUGIN)).user()).isZero();
        }
    }

    private InstallerProcess withCapabilities(String some) throws IOException {
        var before = List.of("/usr/bin/setpriv", "--bounding-set=" + some, "--inh-caps=" + some, "--no-new-privs");
        return new InstallerProcess(before, node.environment(), root.resolve("log"));
    }
}
