// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostRootTest {
    @TempDir
    private Path root;

    private Path prefix;
    private HostRoot host;

    @BeforeEach
    void makeHost() throws IOException {
        prefix = Files.createDirectory(root.resolve("with space"));
        host = new HostRoot(prefix, root.resolve("mountinfo"));
    }

    /** As MicroK8s makes them: the link led into the container's own file system. */
    @Test
    void followsAnAbsoluteLinkUnderThePrefix() throws Exception {
        var real = Files.createDirectories(prefix.resolve("var/snap/cni-network"));
        Files.createDirectories(prefix.resolve("etc/cni"));
        Files.createSymbolicLink(prefix.resolve("etc/cni/net.d"), Path.of("/var/snap/cni-network"));

        assertThat(host.at("/etc/cni/net.d/kubeconfig")).isEqualTo(real.resolve("kubeconfig"));
        assertThat(host.directory("/etc/cni/net.d")).isEqualTo(real);
    }

    @Test
    void followsRelativeLinksNoFurtherUpThanTheHostsRoot() throws Exception {
        Files.createDirectories(prefix.resolve("var/opt"));
        Files.createSymbolicLink(prefix.resolve("opt"), Path.of("../../../../var/opt"));

        assertThat(host.at("/opt/cni/bin")).isEqualTo(prefix.resolve("var/opt/cni/bin"));
    }

    @Test
    void doesNotFollowALinkThatHasTheNameOfAFile() throws Exception {
        Files.createSymbolicLink(prefix.resolve("plugin"), Path.of("/elsewhere"));

        assertThat(host.at("/plugin")).isEqualTo(prefix.resolve("plugin"));
    }

    @Test
    void tellsTheSamePlacesForOneLookAtManyFiles() throws Exception {
        Files.createDirectories(prefix.resolve("var/lists"));
        Files.createDirectories(prefix.resolve("etc/cni"));
        Files.createSymbolicLink(prefix.resolve("etc/cni/net.d"), Path.of("/var/lists"));
        Files.createSymbolicLink(prefix.resolve("var/lists/link.conflist"), Path.of("../real.conflist"));
        Files.createSymbolicLink(prefix.resolve("var/lists/lost.conflist"), Path.of("/nowhere/it"));
        Files.createSymbolicLink(prefix.resolve("top"), Path.of("etc"));
        Files.createFile(prefix.resolve("var/real.conflist"));
        var places = host.places();

        assertThat(List.of(
                        "/etc/cni/net.d/link.conflist",
                        "/etc/cni/net.d/lost.conflist",
                        "/etc/cni/net.d/plain.conflist",
                        "/etc/cni/net.d/..",
                        "/etc/cni/net.d/.",
                        "/etc/cni/net.d/",
                        "/etc/cni/net.d",
                        "/missing/file",
                        "/top",
                        "/top/cni/net.d/link.conflist"))
                .allSatisfy(path -> {
                    assertThat(places.at(path)).isEqualTo(host.at(path));
                    assertThat(places.target(path)).isEqualTo(host.directory(path));
                });
    }

    @Test
    void comesToAnEndWithLinksThatLeadToEachOther() throws Exception {
        Files.createSymbolicLink(prefix.resolve("a"), Path.of("b"));
        Files.createSymbolicLink(prefix.resolve("b"), Path.of("/a"));

        assertThat(host.at("/a/f")).isEqualTo(prefix.resolve("a/f"));
        assertThat(host.isMounted("/a")).isFalse();
    }

    /** Its parent was made by the runtime to hang the mount in, and could be written to. */
    @Test
    void takesNoFolderBesideAMountForOneOfTheHost() throws Exception {
        Files.createDirectories(prefix.resolve("opt/cni/bin"));
        mounts("36 35 98:0 /opt/cni/bin %s/opt/cni/bin rw,noatime master:1 - ext4 /dev/root rw");

        assertThat(host.isMounted("/opt/cni/bin")).isTrue();
        assertThat(host.isMounted("/opt/cni/bin/below")).isTrue();
        assertThat(host.isMounted("/opt/cni")).isFalse();
        assertThat(host.isMounted("/opt/other")).isFalse();
        assertThat(host.isMounted("/opt/cni/binary")).isFalse();
    }

    @Test
    void takesNoFolderThatCanOnlyBeReadForOneThatCanHoldFiles() throws Exception {
        Files.createDirectories(prefix.resolve("opt/cni/bin"));
        mounts(
                "35 1 98:0 / %s/opt rw - ext4 /dev/root rw",
                "36 35 98:0 /opt/cni/bin %s/opt/cni/bin ro,noatime - ext4 /dev/root rw");

        assertThat(host.isMounted("/opt/cni/bin")).isFalse();
        assertThat(host.isMounted("/opt/cni")).isTrue();

        mounts("35 1 98:0 / %s/opt rw - squashfs /dev/root ro,relatime");
        assertThat(host.isMounted("/opt/cni/bin")).isFalse();
    }

    @Test
    void asksWhereALinkLeads() throws Exception {
        Files.createDirectories(prefix.resolve("etc/cni"));
        Files.createSymbolicLink(prefix.resolve("etc/cni/net.d"), Path.of("/var/snap"));
        mounts("36 35 98:0 / %s/etc/cni rw - ext4 /dev/root rw");
        assertThat(host.isMounted("/etc/cni/net.d")).isFalse();

        mounts("36 35 98:0 / %s/var/snap rw - ext4 /dev/root rw");
        assertThat(host.isMounted("/etc/cni/net.d")).isTrue();
    }

    /** As after {@code rm -r /opt/cni/bin}: the mount shows a folder in which nothing can be made, whatever the host makes there. */
    @Test
    void takesNoFolderThatTheHostHasRemovedForOneThatCanHoldFiles() throws Exception {
        Files.createDirectories(prefix.resolve("opt/cni/bin"));
        mounts(
                "36 35 98:0 /opt/cni/bin//deleted %s/opt/cni/bin rw,noatime - ext4 /dev/root rw",
                "37 35 98:0 /etc/cni %s/etc/cni rw,noatime - ext4 /dev/root rw");

        assertThat(host.isMounted("/opt/cni/bin")).isFalse();
        assertThat(host.isMounted("/etc/cni/net.d")).isTrue();
        assertThat(host.removed()).containsExactly("/opt/cni/bin");
    }

    @Test
    void readsWhatIsMountedBesideFoldersWithAnyName() throws Exception {
        mounts(
                "35 1 98:0 / %s/opt/back\\134slash rw - ext4 /dev/root rw",
                "36 1 98:0 / %s/opt/dollar$1 rw - ext4 /dev/root rw",
                "37 1 98:0 / %s/opt/cni/bin rw - ext4 /dev/root rw");

        assertThat(host.isMounted("/opt/cni/bin")).isTrue();
        assertThat(host.isMounted("/opt/back\\slash")).isTrue();
        assertThat(host.isMounted("/opt/other")).isFalse();
    }

    /** Nothing that can be read is as if nothing were mounted, and then every folder would be taken for the host's. */
    @Test
    void readsWhatIsMountedBesideAFolderWhoseNameIsNoText() throws Exception {
        Files.createDirectories(prefix.resolve("opt/other"));
        mounts(
                "35 1 98:0 / %s/opt/caf\u00e9 rw - ext4 /dev/root rw",
                "37 1 98:0 / %s/opt/cni/bin rw - ext4 /dev/root rw");
        var file = root.resolve("mountinfo");
        Files.write(file, Files.readString(file).getBytes(StandardCharsets.ISO_8859_1));

        assertThat(host.isMounted("/opt/cni/bin")).isTrue();
        assertThat(host.isMounted("/opt/other")).isFalse();
    }

    /** The others here have a prefix with a space, which the kernel writes otherwise than it is. */
    @Test
    void findsWhatIsMountedBelowAPlainPrefix() throws Exception {
        var plain = Path.of("/host");
        Files.writeString(root.resolve("mountinfo"), """
                1 0 0:1 / / rw - overlay overlay rw
                35 1 98:0 / /hostile/opt rw - ext4 /dev/root rw
                36 1 98:0 / /host/opt/cni rw - ext4 /dev/root rw
                37 1 98:0 / /host/opt/my\\040nets rw - ext4 /dev/root rw
                """);
        var below = new HostRoot(plain, root.resolve("mountinfo"));

        assertThat(below.isMounted("/opt/cni/bin")).isTrue();
        assertThat(below.isMounted("/opt/my nets")).isTrue();
        assertThat(below.isMounted("/opt/other")).isFalse();
    }

    /** As the kernel writes them: a space in octal. */
    private void mounts(String... lines) throws IOException {
        var kernels = prefix.toString().replace(" ", "\\040");
        Files.writeString(
                root.resolve("mountinfo"),
                "1 0 0:1 / / rw - overlay overlay rw\n"
                        + String.join("\n", lines).replace("%s", kernels) + "\n");
    }
}
