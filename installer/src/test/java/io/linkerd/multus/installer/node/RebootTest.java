// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.node.journal.Boot;
import io.linkerd.multus.service.files.FileCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The mode chained on a node that is started anew, with the runtime's folder as it was, or without what was in it. */
class RebootTest {
    private static final String ENTRY = "{\"type\":\"linkerd-cni\"}";
    private static final String SINGLE = "{ \"cniVersion\": \"0.3.1\", \"name\": \"ovn\", \"type\": \"ovn\" }";

    @TempDir
    private Path root;

    private FakeCluster cluster;
    private FakeNode node;

    @BeforeEach
    void chainASingleNetwork() throws Exception {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
        Files.delete(file("10-bridge.conflist"));
        Files.writeString(file("10-ovn.conf"), SINGLE);
    }

    @AfterEach
    void stopApi() throws IOException {
        cluster.close();
    }

    /** The runtime would have a network whose daemon is not there yet, or never comes again. */
    @Test
    void aNetworkThatAnEarlierBootTookIsNotGivenBackByARepair() throws Exception {
        assertThat(in("first").install("1")).isTrue();
        Files.delete(file("10-ovn.conflist"));

        var second = in("second");
        second.install("1");

        assertThat(file("10-ovn.conf")).doesNotExist();
        assertThat(file("10-ovn.conflist")).doesNotExist();
        assertThat(second.obstacles("1")).singleElement().asString().contains("waiting for a network");
        var newer = SINGLE.replace("0.3.1", "1.0.0");
        Files.writeString(file("10-ovn.conf"), newer);
        assertThat(second.install("1")).isTrue();
        assertThat(Files.readString(file("10-ovn.conflist"))).contains(newer, ENTRY);
        assertThat(second.remove()).isTrue();
        assertThat(Files.readString(file("10-ovn.conf"))).isEqualTo(newer);
    }

    @Test
    void aNetworkThatAnEarlierBootTookIsNotGivenBackByRemoval() throws Exception {
        assertThat(in("first").install("1")).isTrue();
        Files.delete(file("10-ovn.conflist"));

        assertThat(in("second").remove()).isTrue();

        assertThat(file("10-ovn.conf")).doesNotExist();
        assertThat(file("10-ovn.conflist")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "second", ""})
    void aNetworkThatIsStillThereIsGivenBackByteForByte(String boot) throws Exception {
        var before = node.picture();
        assertThat(in("first").install("1")).isTrue();

        assertThat(in(boot).remove()).isTrue();

        assertThat(node.picture()).isEqualTo(before);
    }

    /** As of an installer that did not write down the boot. */
    @ParameterizedTest
    @ValueSource(strings = {"first", ""})
    void aListThatSomebodyRemovesInTheSameBootOrNobodyKnowsWhenIsMadeAgain(String boot) throws Exception {
        assertThat(in(boot).install("1")).isTrue();
        Files.delete(file("10-ovn.conflist"));

        assertThat(in("first").install("1")).isTrue();

        assertThat(Files.readString(file("10-ovn.conflist"))).contains(SINGLE, ENTRY);
    }

    /** From then on it is of the new boot. */
    @Test
    void aListThatARebootLeftAndSomebodyRemovesLaterIsMadeAgain() throws Exception {
        assertThat(in("first").install("1")).isTrue();
        assertThat(in("second").install("1")).isTrue();
        Files.delete(file("10-ovn.conflist"));

        assertThat(in("second").install("1")).isTrue();

        assertThat(Files.readString(file("10-ovn.conflist"))).contains(SINGLE, ENTRY);
        assertThat(in("third").remove()).isTrue();
        assertThat(Files.readString(file("10-ovn.conf"))).isEqualTo(SINGLE);
    }

    private Workbench in(String boot) throws Exception {
        return Workbench.chaining(node, FileCalls.ofTheSystem(), ENTRY, new Boot(boot));
    }

    private Path file(String name) {
        return node.host(FakeNode.NETWORKS + "/" + name);
    }
}
