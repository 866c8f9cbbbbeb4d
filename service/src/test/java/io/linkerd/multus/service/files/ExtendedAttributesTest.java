// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.service.files.BrittleFileCalls.Fate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the real file system. */
class ExtendedAttributesTest {
    private static final Content NEW = new Content.Text("new");
    private static final String LABEL = "security.selinux=73797374656d5f753a00";
    private static final String CAPABILITY = "security.capability=0100000200040000000000000000000000000000";
    private static final String ACCESS_LIST = "system.posix_acl_access="
            + "0200000001000600ffffffff020004000100000004000400ffffffff10000400ffffffff20000400ffffffff";

    /** The same for every file that is made in a directory. */
    private static final String DEFAULT_LIST = ACCESS_LIST.replace("_access", "_default");

    @TempDir
    private Path root;

    private final DurableFiles files = new DurableFiles(FileCalls.ofTheSystem(), RandomGenerator.getDefault());
    private Path file;
    private Ownership ownership;

    @BeforeEach
    void makeFile() throws IOException {
        file = Files.writeString(root.resolve("file"), "theirs");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        ownership = Ownership.of(file);
    }

    @Test
    void stayWithAFileWhoseContentIsReplaced() throws Exception {
        give(file, CAPABILITY, LABEL, ACCESS_LIST, "user.note=6869", "user.empty=");

        files.replaceKeeping(file, NEW, ownership);

        assertThat(file).hasContent("new");
        assertThat(ExtendedAttributes.of(file).texts())
                .containsExactly(CAPABILITY, LABEL, ACCESS_LIST, "user.empty=", "user.note=6869");
        assertThat(Ownership.of(file)).isEqualTo(ownership);
    }

    /** What this class says of itself proves nothing; the class library has its own way to this namespace. */
    @Test
    void areThoseThatOthersSee() throws Exception {
        var view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        view.write("note", StandardCharsets.UTF_8.encode("hi"));
        assertThat(ExtendedAttributes.of(file).texts()).containsExactly("user.note=6869");

        files.replaceKeeping(file, NEW, ownership);

        var read = ByteBuffer.allocate(view.size("note"));
        view.read("note", read);
        assertThat(read.flip()).isEqualTo(StandardCharsets.UTF_8.encode("hi"));
    }

    @Test
    void ofTheDirectoryAreNotGivenToAFileThatHadNone() throws Exception {
        give(root, DEFAULT_LIST);

        files.replaceKeeping(file, NEW, ownership);

        assertThat(ExtendedAttributes.of(file)).isEqualTo(ExtendedAttributes.NONE);
        assertThat(Ownership.of(file)).isEqualTo(ownership);
    }

    /** The kernel would refuse to run, or to open, a file of which it says what was true of another content. */
    @Test
    void aboutTheContentGoWithIt() throws Exception {
        AttributeCalls.set(file, "security.ima", new byte[] {4, 4});

        files.replaceKeeping(file, NEW, ownership);

        assertThat(AttributeCalls.names(file)).doesNotContain("security.ima");
    }

    @Test
    void thatTheKernelRefusesKeepTheFileAsItIs() throws Exception {
        var strange = new ExtendedAttributes(List.of("strange.name=00"));

        assertThatThrownBy(() -> files.replace(file, NEW, ownership, strange))
                .isInstanceOf(FileChangeFailed.class)
                .hasMessage("cannot replace " + file + ": its extended attribute strange.name cannot be set: Operation"
                        + " not supported; what was there before is kept");

        assertThat(file).hasContent("theirs");
        assertThat(names()).containsExactly("file");
    }

    @Test
    void thatMayNotBeSetKeepTheFileAsItIs() throws Exception {
        give(file, LABEL);
        var refusal = new FileSystemException(
                "temporary", null, "its extended attribute security.selinux cannot be set: Operation not permitted");
        var brittle =
                new DurableFiles(new BrittleFileCalls(4, new Fate.Failure(refusal)), RandomGenerator.getDefault());

        assertThatThrownBy(() -> brittle.replaceKeeping(file, NEW, ownership))
                .isInstanceOf(FileChangeFailed.class)
                .hasMessageContaining("security.selinux cannot be set: Operation not permitted; what was there");

        assertThat(file).hasContent("theirs");
        assertThat(names()).containsExactly("file");
    }

    @Test
    void ofAFileThatIsGoneAreARefusal() throws Exception {
        Files.delete(file);

        assertThatThrownBy(() -> files.replaceKeeping(file, NEW, ownership))
                .isInstanceOf(FileChangeFailed.class)
                .hasMessageContaining("cannot be listed: No such file");
        assertThat(names()).isEmpty();
    }

    /** As procfs: lists are empty there, or refused, by version of the kernel. */
    @Test
    void areNoneWhereTheFileSystemHasNoSuchThing() throws Exception {
        assertThat(ExtendedAttributes.of(Path.of("/proc/self/status"))).isEqualTo(ExtendedAttributes.NONE);
    }

    /** The list of a node without SELinux got no plugin for good, since a label that nobody reads could not be set. */
    @Test
    void aLabelThatCannotBeSetIsPassedOverWhereTheNodeHasNoSelinux() throws Exception {
        var refusing = Path.of("/proc/self/comm"); // holds no attribute, and takes none
        var label = new ExtendedAttributes(List.of(LABEL));

        assertThatCode(() -> label.giveTo(refusing, false)).doesNotThrowAnyException();
        assertThatThrownBy(() -> label.giveTo(refusing, true)).hasMessageContaining("security.selinux cannot be set");
        assertThatThrownBy(() -> new ExtendedAttributes(List.of(CAPABILITY)).giveTo(refusing, false))
                .hasMessageContaining("security.capability cannot be set");
    }

    private void give(Path to, String... texts) throws IOException {
        FileCalls.ofTheSystem().attribute(to, new ExtendedAttributes(List.of(texts)));
    }

    private List<String> names() throws IOException {
        try (var names = Files.list(root)) {
            return names.map(name -> String.valueOf(name.getFileName())).toList();
        }
    }
}
