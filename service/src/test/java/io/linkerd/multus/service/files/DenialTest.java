// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.files.Denial.Access;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Folders of the user that runs this test, judged for others. */
class DenialTest {
    private static final String MODULE = "SELinux";

    @TempDir
    private Path root;

    private Ownership owner;
    private Ownership stranger;
    private Ownership sameGroup;

    @BeforeEach
    void lookFromOutside() throws IOException {
        mode(root, "rwxr-xr-x");
        owner = Ownership.of(root);
        stranger = new Ownership(owner.user() + 7, owner.group() + 7, 0);
        sameGroup = new Ownership(owner.user() + 7, owner.group(), 0);
    }

    /** Kubespray gives the folder of plugins to the user kube, and an installer without capabilities said "permission denied" alone. */
    @Test
    void aFolderOfAnotherUserIsToldWithItsOwnerAndTheCapabilityThatIsMissing() throws IOException {
        var bin = folder("bin", "rwxr-xr-x");

        assertThat(Denial.at(bin.resolve("linkerd-cni"), Access.CHANGE, stranger, false))
                .isEqualTo(new Denial(
                        "permission denied: " + bin + " belongs to user and group " + owner.owner()
                                + " with mode 755, and this process, of " + stranger.owner()
                                + ", is without the capability DAC_OVERRIDE",
                        false));
    }

    @ParameterizedTest
    @CsvSource({
        "rwxr-xr-x, owner, false, true",
        "r-xr-xr-x, owner, false, false",
        "r-xrwxrwx, owner, false, false",
        "rwxrwxr-x, group, false, true",
        "rwxrw-rwx, group, false, false",
        "rwxr-xrwx, group, false, false",
        "rwxrwxrwx, stranger, false, true",
        "rwxrwx---, stranger, false, false",
        "rwxrwx---, stranger, true, true"
    })
    void whatOwnerAndModeAllowSomethingElseDenies(String mode, String who, boolean overrides, boolean isByModule)
            throws IOException {
        var self = switch (who) {
            case "owner" -> owner;
            case "group" -> sameGroup;
            default -> stranger;
        };
        var denial = Denial.at(folder("bin", mode).resolve("file"), Access.CHANGE, self, overrides);

        assertThat(denial.isByModule()).isEqualTo(isByModule);
        assertThat(denial.words().contains(MODULE)).isEqualTo(isByModule);
        assertThat(denial.words().contains("DAC_OVERRIDE")).isNotEqualTo(isByModule);
    }

    /** A folder that cannot be listed was judged by the one that it is in, and SELinux was to blame. */
    @Test
    void ofAFolderItselfItsOwnModeCounts() throws IOException {
        folder("state", "rwxrwxrwx");
        var leftovers = folder("state/originals", "rwx--x--x");

        assertThat(Denial.at(leftovers, Access.READ, stranger, false).words())
                .contains(leftovers + " belongs to", "mode 711");
    }

    /** Without the right to search a folder nothing in it can be seen, whatever its own mode is. */
    @Test
    void aFolderOnTheWayThatLetsNobodyThroughIsNamed() throws IOException {
        var closed = folder("closed", "rwx------");
        var bin = folder("closed/bin", "rwxrwxrwx");

        assertThat(Denial.at(bin, Access.CHANGE, stranger, false).words()).contains(closed + " belongs to", "mode 700");
        assertThat(Denial.at(bin.resolve("file"), Access.CHANGE, stranger, false)
                        .words())
                .contains(closed + " belongs to");
    }

    /** A link has mode 777, and where it leads to may allow nothing. */
    @Test
    void ofALinkTheFolderThatItLeadsToCounts() throws IOException {
        folder("snap", "rwxr-xr-x");
        folder("snap/7", "rwx--x--x");
        var current = Files.createSymbolicLink(root.resolve("snap/current"), Path.of("7"));
        var closed = folder("closed", "rwx------");
        folder("closed/bin", "rwxrwxrwx");
        var elsewhere = Files.createSymbolicLink(root.resolve("bin"), Path.of("closed/bin"));

        assertThat(Denial.at(current.resolve("file"), Access.CHANGE, stranger, false)
                        .words())
                .contains(current + " belongs to", "mode 711");
        assertThat(Denial.at(elsewhere.resolve("file"), Access.CHANGE, stranger, false)
                        .words())
                .contains(closed.toRealPath() + " belongs to");
    }

    /** A program of mode 555 that SELinux had kept from being replaced: its mode was to blame, which a rename does not ask. */
    @Test
    void ofAFileThatIsReplacedOrRemovedTheFolderAloneCounts() throws IOException {
        var bin = folder("bin", "rwxr-xr-x");
        var program = mode(Files.createFile(bin.resolve("linkerd-cni")), "r-xr-xr-x");
        var temporary = bin.resolve(".linkerd-multus-linkerd-cni.0123456789abcdef.tmp");
        mode(Files.createFile(temporary), "r-xr-xr-x");

        assertThat(Denial.at(program, Access.CHANGE, owner, false))
                .isEqualTo(new Denial(
                        "permission denied, though owner and mode of " + bin
                                + " allow it: a security module of the node's kernel, such as SELinux, does not",
                        true));
        assertThat(Denial.at(program, Access.LOCK, owner, false).isByModule()).isFalse();
        assertThat(FileChangeFailed.ofReading("replace", program, new AccessDeniedException(temporary.toString())))
                .hasMessageContaining("owner and mode of " + bin + " allow it");
    }

    /** What is copied or looked at lies in folders that this process need not change. */
    @Test
    void ofAFileThatIsReadTheFolderNeedNotAllowAChange() throws IOException {
        var image = folder("image", "rwxr-xr-x");
        var source = mode(Files.createFile(image.resolve("linkerd-cni")), "rw-r--r--");

        assertThat(Denial.at(source, Access.READ, stranger, false).words()).contains(source + " allow it");
        assertThat(Denial.at(image, Access.READ, stranger, false).words()).contains(image + " allow it");
        assertThat(Denial.at(image, Access.LOOK, stranger, false).isByModule()).isTrue();
        mode(source, "rw-------");
        assertThat(Denial.at(source, Access.READ, stranger, false).words()).contains(source + " belongs to");
    }

    /** A lock of another user's, in a folder that all may write to. */
    @Test
    void ofAFileThatIsThereItsOwnModeCountsAsWell() throws IOException {
        var lock = Files.createFile(folder("state", "rwxrwxrwx").resolve("lock"));
        mode(lock, "rw-------");

        assertThat(Denial.at(lock, Access.LOCK, stranger, false).words()).contains(lock + " belongs to", "mode 600");
        assertThat(Denial.at(lock, Access.LOCK, owner, false).isByModule()).isTrue();
    }

    @Test
    void ofAPathWithoutAFolderTheNearestOneIsMeant() throws IOException {
        assertThat(Denial.at(root.resolve("none/such/file"), Access.CHANGE, stranger, false)
                        .words())
                .contains(root + " belongs to");
        assertThat(Denial.at(Path.of("/proc/none/such/file"), Access.CHANGE).words())
                .startsWith("permission denied")
                .contains(" /proc ");
    }

    /** The folder was named that leftovers were looked for in, and the one above it judged. */
    @Test
    void aFailureIsJudgedByTheFileThatTheKernelWasAskedFor() throws IOException {
        var state = folder("state", "rwxrwxrwx");
        var failure = new FileChangeFailed(
                "remove leftovers in", state, new AccessDeniedException(state + "/a/.linkerd-multus-x.tmp"));

        assertThat(failure).hasMessageStartingWith("cannot remove leftovers in " + state + ": permission denied");
        assertThat(failure.getMessage()).contains(state + " allow it");
        assertThat(failure.isDeniedByModule()).isTrue();
    }

    private Path folder(String name, String mode) throws IOException {
        return mode(Files.createDirectory(root.resolve(name)), mode);
    }

    private static Path mode(Path file, String mode) throws IOException {
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
}
