// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.service.files.ExtendedAttributes;
import io.linkerd.multus.service.files.FileCalls;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** The mode chained where the kernel says no to one network, or its owner writes it at that very moment. */
class ChainedMishapTest {
    private static final String ENTRY = "{\"type\":\"linkerd-cni\"}";
    private static final String LIST = "{\"name\":\"cbr0\",\"plugins\":[{\"type\":\"flannel\",\"n\":1.0}]}\n";
    private static final String CHAINED = LIST.replace("]}", "," + ENTRY + "]}");
    private static final String MULTUS = "{\"name\":\"m\",\"type\":\"multus\",\"delegates\":[%s]}";
    private static final String SINGLE = "{ \"cniVersion\": \"0.3.1\", \"name\": \"ovn\", \"type\": \"ovn\" }";

    @TempDir(factory = InMemory.class)
    private Path root;

    /** A file system that holds long attributes. */
    private static final class InMemory implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            var usual = Path.of(System.getProperty("java.io.tmpdir"));
            return Files.createTempDirectory(Workbench.directory(usual), "chained");
        }
    }

    private FakeCluster cluster;
    private FakeNode node;
    private Workbench bench;

    @BeforeEach
    void makeNode() throws Exception {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
        Files.delete(file("10-bridge.conflist"));
        bench = Workbench.chaining(node, FileCalls.ofTheSystem(), ENTRY);
    }

    @AfterEach
    void stopApi() throws IOException {
        cluster.close();
    }

    /** As when the network's daemon and the installer start at the same time. */
    @Test
    void aSingleNetworkThatIsWrittenAnewWhileItsListIsMadeIsNotLost() throws Exception {
        put("20-ovn.conf", SINGLE);
        var newer = SINGLE.replace("0.3.1", "1.0.0");
        var writes = new AtomicInteger();
        var daemon = chainingWith((method, path) -> {
            if (method.equals("rename") && path.endsWith("20-ovn.conflist") && writes.getAndIncrement() == 0) {
                put("20-ovn.conf", newer);
            }
        });

        daemon.install("1");

        assertThat(read("20-ovn.conflist")).contains(newer, ENTRY);
        assertThat(file("20-ovn.conf")).doesNotExist();
        assertThat(bench.remove()).isTrue();
        assertThat(read("20-ovn.conf")).isEqualTo(newer);
    }

    @Test
    void aListThatItsOwnerWritesBesideItsSingleNetworkAtThatMomentIsNotLost() throws Exception {
        put("20-ovn.conf", SINGLE);
        var writes = new AtomicInteger();
        var daemon = chainingWith((method, path) -> {
            if (method.equals("makeDirectory") && writes.getAndIncrement() == 0) {
                put("20-ovn.conflist", LIST);
            }
        });

        daemon.install("1");

        assertThat(writes).hasPositiveValue();
        assertThat(bench.remove()).isTrue();
        assertThat(read("20-ovn.conflist")).isEqualTo(LIST);
        assertThat(read("20-ovn.conf")).isEqualTo(SINGLE);
    }

    @Test
    void aSingleNetworkThatItsOwnerWritesAnewDuringRemovalIsNotLost() throws Exception {
        put("20-ovn.conf", SINGLE);
        put("30-other.conflist", LIST);
        assertThat(bench.install("1")).isTrue();
        var newer = SINGLE.replace("0.3.1", "1.0.0");
        var writes = new AtomicInteger();
        var daemon = chainingWith((method, path) -> {
            if (method.equals("rename") && path.endsWith("30-other.conflist") && writes.getAndIncrement() == 0) {
                put("20-ovn.conf", newer);
            }
        });

        assertThat(daemon.remove()).isTrue();

        assertThat(writes).hasPositiveValue();
        assertThat(read("20-ovn.conf")).isEqualTo(newer);
        assertThat(file("20-ovn.conflist")).doesNotExist();
    }

    /** Who tries again finds the copy by the list. */
    @Test
    void aCopyThatCannotBeChangedKeepsTheListAndThePlugin() throws Exception {
        put("10-flannel.conflist", LIST);
        assertThat(bench.install("1")).isTrue();
        put("00-multus.conf", MULTUS.formatted(CHAINED));
        var stuck = chainingBut("rename", "00-multus.conf");

        assertThat(stuck.remove()).isFalse();

        assertThat(stuck.failures()).isNotEmpty().allMatch(failure -> failure.contains("00-multus.conf"));
        assertThat(read("10-flannel.conflist")).isEqualTo(CHAINED);
        assertThat(node.host(FakeNode.PLUGIN)).exists();
        assertThat(node.host(FakeNode.KUBECONFIG)).exists();
        assertThat(bench.remove()).isTrue();
        assertThat(read("00-multus.conf")).isEqualTo(MULTUS.formatted(LIST));
        assertThat(read("10-flannel.conflist")).isEqualTo(LIST);
    }

    /** As one with the immutable attribute, or with a label that the kernel does not let us give. */
    @Test
    void aListThatCannotBeWrittenKeepsNoOtherFromThePlugin() throws Exception {
        put("10-flannel.conflist", LIST);
        put("10-stubborn.conflist", LIST);
        put("20-ovn.conf", SINGLE);
        put("20-stubborn.conf", SINGLE);
        put("30-other.conflist", LIST);
        var stubborn = chainingBut("rename", "stubborn.conflist");

        assertThat(stubborn.install("1")).isFalse();

        assertThat(read("10-flannel.conflist")).isEqualTo(CHAINED);
        assertThat(read("10-stubborn.conflist")).isEqualTo(LIST);
        assertThat(file("20-ovn.conf")).doesNotExist();
        assertThat(read("20-ovn.conflist")).contains(ENTRY);
        assertThat(read("20-stubborn.conf")).isEqualTo(SINGLE);
        assertThat(read("30-other.conflist")).isEqualTo(CHAINED);
        assertThat(stubborn.failures()).isNotEmpty().allMatch(failure -> failure.contains("stubborn.conflist"));
        assertThat(bench.install("1")).isTrue();
        assertThat(read("10-stubborn.conflist")).isEqualTo(CHAINED);
    }

    @Test
    void aListWhoseAttributesCannotBeKeptKeepsNoOtherFileFromTheNode() throws Exception {
        put("10-flannel.conflist", LIST);
        put("20-ovn.conf", SINGLE);
        put("30-other.conflist", LIST);
        for (var name : List.of("10-flannel.conflist", "20-ovn.conf")) {
            assumeTrue(noted(file(name), 40_000), "this file system holds no long attribute");
        }

        bench.install("1");
        bench.install("1");

        assertThat(read("10-flannel.conflist")).isEqualTo(LIST);
        assertThat(read("20-ovn.conf")).isEqualTo(SINGLE);
        assertThat(file("20-ovn.conflist")).doesNotExist();
        assertThat(read("30-other.conflist")).isEqualTo(CHAINED);
        assertThat(node.host(FakeNode.PLUGIN)).exists();
        assertThat(bench.failures())
                .isNotEmpty()
                .allMatch(failure -> failure.contains("its extended attributes are too long to be kept"));
        assertThat(bench.journal().entry(FakeNode.NETWORKS + "/20-ovn.conf")).isEmpty();
        assertThat(bench.remove()).isTrue();
    }

    @Test
    void aListThatCannotBeGivenBackKeepsNoOtherFromIt() throws Exception {
        put("10-flannel.conflist", LIST);
        put("10-stubborn.conflist", LIST);
        put("20-ovn.conf", SINGLE);
        put("30-other.conflist", LIST);
        assertThat(bench.install("1")).isTrue();

        assertThat(chainingBut("rename", "stubborn.conflist").remove()).isFalse();

        assertThat(read("10-flannel.conflist")).isEqualTo(LIST);
        assertThat(read("10-stubborn.conflist")).isEqualTo(CHAINED);
        assertThat(read("20-ovn.conf")).isEqualTo(SINGLE);
        assertThat(read("30-other.conflist")).isEqualTo(LIST);
        assertThat(node.host(FakeNode.PLUGIN)).exists();
        assertThat(node.host(FakeNode.KUBECONFIG)).exists();
        assertThat(bench.remove()).isTrue();
        assertThat(read("10-stubborn.conflist")).isEqualTo(LIST);
    }

    /** What happens before a call. */
    @FunctionalInterface
    private interface Hook {
        void before(String method, String path) throws IOException;
    }

    /** Hands to which the kernel says no at one call, for all files whose names end like this. */
    private Workbench chainingBut(String call, String names) throws Exception {
        return chainingWith((method, path) -> {
            if (method.equals(call) && path.endsWith(names)) {
                throw new FileSystemException(names, null, "Operation not permitted");
            }
        });
    }

    private Workbench chainingWith(Hook hook) throws Exception {
        var calls = FileCalls.ofTheSystem();
        InvocationHandler hooked = (_, method, arguments) -> {
            hook.before(method.getName(), String.valueOf(arguments[arguments.length - 1]));
            try {
                return method.invoke(calls, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        var proxy = Proxy.newProxyInstance(FileCalls.class.getClassLoader(), new Class<?>[] {FileCalls.class}, hooked);
        return Workbench.chaining(node, (FileCalls) proxy, ENTRY);
    }

    /** Whether a file has a note of that length now. */
    private static boolean noted(Path file, int length) {
        try {
            FileCalls.ofTheSystem()
                    .attribute(file, new ExtendedAttributes(List.of("user.note=" + "68".repeat(length))));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private void put(String name, String text) throws IOException {
        Files.writeString(file(name), text);
    }

    private String read(String name) throws IOException {
        return Files.readString(file(name));
    }

    private Path file(String name) {
        return node.host(FakeNode.NETWORKS + "/" + name);
    }
}
