// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.service.files.ExtendedAttributes;
import io.linkerd.multus.service.files.FileCalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The mode chained, on a node's real files. */
class ChainedNodeTest {
    private static final String CONFIGURATION =
            "{\"type\":\"linkerd-cni\",\"kubernetes\":{\"kubeconfig\":\"__KUBECONFIG_FILEPATH__\"}}";
    private static final String ENTRY =
            "{\"type\":\"linkerd-cni\",\"kubernetes\":{\"kubeconfig\":\"" + FakeNode.KUBECONFIG + "\"}}";
    private static final String LIST = "{\"name\":\"cbr0\",\"plugins\":[{\"type\":\"flannel\",\"n\":1.0}]}\n";
    private static final String CHAINED =
            "{\"name\":\"cbr0\",\"plugins\":[{\"type\":\"flannel\",\"n\":1.0}," + ENTRY + "]}\n";
    private static final String SINGLE = "{ \"cniVersion\": \"0.3.1\", \"name\": \"ovn\", \"type\": \"ovn\" }";

    /** As Multus' thin plugin writes it. */
    private static final String MULTUS =
            "{\n \"name\": \"multus-cni-network\", \"type\": \"multus\",\n \"delegates\": [\n  %s\n ]\n}\n";

    /** {@code system_u:object_r:etc_t:s0}. */
    private static final String LABEL = "security.selinux=73797374656d5f753a6f626a6563745f723a6574635f743a733000";

    /** What {@code setfacl -m u:1:r} leaves with a file of mode 0644. */
    private static final String ACCESS_LIST = "system.posix_acl_access="
            + "0200000001000600ffffffff020004000100000004000400ffffffff10000400ffffffff20000400ffffffff";

    @TempDir
    private Path root;

    private FakeCluster cluster;
    private FakeNode node;
    private Workbench bench;

    @BeforeEach
    void makeNode() throws Exception {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
        Files.delete(file("10-bridge.conflist"));
        bench = Workbench.chaining(node, FileCalls.ofTheSystem(), CONFIGURATION);
    }

    @AfterEach
    void stopApi() throws IOException {
        cluster.close();
    }

    @Test
    void everyListGetsThePluginAndIsGivenBackByteForByte() throws Exception {
        put("10-flannel.conflist", LIST);
        put("20-other.conflist", LIST.replace("cbr0", "other"));
        Files.setPosixFilePermissions(file("10-flannel.conflist"), PosixFilePermissions.fromString("rw-r-----"));
        var before = node.picture();

        assertThat(bench.install("1")).isTrue();

        assertThat(read("10-flannel.conflist")).isEqualTo(CHAINED);
        assertThat(read("20-other.conflist")).isEqualTo(CHAINED.replace("cbr0", "other"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file("10-flannel.conflist"))))
                .isEqualTo("rw-r-----");
        assertThat(bench.obstacles("1")).isEmpty();
        assertThat(bench.remove()).isTrue();
        assertThat(node.picture()).isEqualTo(before);
    }

    /** On a node with SELinux a list of another label than its own is one that the runtime may not read. */
    @Test
    void aListKeepsItsLabelAccessListAndNotesThroughEditAndRemoval() throws Exception {
        put("10-flannel.conflist", LIST);
        put("10-ovn.conf", SINGLE);
        for (var name : List.of("10-flannel.conflist", "10-ovn.conf")) {
            node.attribute(FakeNode.NETWORKS + "/" + name, LABEL, ACCESS_LIST, "user.note=6869");
        }
        var before = node.picture();

        assertThat(bench.install("1")).isTrue();

        for (var name : List.of("10-flannel.conflist", "10-ovn.conflist")) {
            assertThat(ExtendedAttributes.of(file(name)).texts()).containsExactly(LABEL, ACCESS_LIST, "user.note=6869");
        }
        assertThat(bench.remove()).isTrue();
        assertThat(node.picture()).isEqualTo(before);
    }

    @Test
    void aListThatSomebodyElseHasChangedKeepsItsLabelWhenThePluginIsTakenOut() throws Exception {
        put("10-flannel.conflist", LIST);
        assertThat(bench.install("1")).isTrue();
        Files.writeString(file("10-flannel.conflist"), CHAINED.replace("1.0", "2.0"));
        node.attribute(FakeNode.NETWORKS + "/10-flannel.conflist", LABEL);

        assertThat(bench.remove()).isTrue();

        assertThat(read("10-flannel.conflist")).isEqualTo(LIST.replace("1.0", "2.0"));
        assertThat(ExtendedAttributes.of(file("10-flannel.conflist")).texts()).containsExactly(LABEL);
    }

    @Test
    void whatIsRightIsNotWrittenAgain() throws Exception {
        put("10-flannel.conflist", LIST);
        assertThat(bench.install("1")).isTrue();
        var before = times();

        assertThat(bench.install("1")).isTrue();

        assertThat(times()).isEqualTo(before);
    }

    @Test
    void aSingleNetworkBecomesAListAndComesBack() throws Exception {
        put("10-ovn.conf", SINGLE);
        var before = node.picture();

        assertThat(bench.install("1")).isTrue();

        assertThat(file("10-ovn.conf")).doesNotExist();
        assertThat(read("10-ovn.conflist")).contains("\"name\":\"ovn\"", "\"cniVersion\":\"0.3.1\"", SINGLE, ENTRY);
        assertThat(bench.install("2")).isTrue();
        assertThat(bench.obstacles("2")).isEmpty();
        assertThat(bench.remove()).isTrue();
        assertThat(node.picture()).isEqualTo(before);
    }

    /** {@code 10-x.conf} sorts before {@code 10-x.conflist}: runtimes take it, and the plugin in the list is never called. */
    @Test
    void aSingleNetworkBesideAListOfItsStemGetsThePluginInItsPlace() throws Exception {
        put("10-flannel.conf", SINGLE);
        node.attribute(FakeNode.NETWORKS + "/10-flannel.conf", LABEL);
        put("10-flannel.conflist", LIST);
        var before = node.picture();

        assertThat(bench.install("1")).isTrue();

        assertThat(bench.obstacles("1")).isEmpty();
        assertThat(file("10-flannel.conf")).doesNotExist();
        assertThat(read("10-flannel.conf.conflist")).contains("\"name\":\"ovn\"", SINGLE, ENTRY);
        assertThat(ExtendedAttributes.of(file("10-flannel.conf.conflist")).texts())
                .containsExactly(LABEL);
        assertThat(read("10-flannel.conflist")).isEqualTo(CHAINED);
        assertThat(bench.remove()).isTrue();
        assertThat(node.picture()).isEqualTo(before);
    }

    /** They make a list of the single network, keep it when they go, and the network's daemon writes the single one anew. */
    @Test
    void whatLinkerdsOlderInstallersLeaveBesideTheNetworkDoesNotHideIt() throws Exception {
        put(
                "10-ovn.conflist",
                "{\"name\":\"k8s-pod-network\",\"cniVersion\":\"0.3.0\",\"plugins\":[{\"type\":\"ovn\"}]}");
        put("10-ovn.conf", SINGLE);
        assertThat(bench.install("1")).isTrue();
        var newer = SINGLE.replace("0.3.1", "1.0.0");
        put("10-ovn.conf", newer);

        assertThat(bench.install("1")).isTrue();

        assertThat(bench.obstacles("1")).isEmpty();
        assertThat(file("10-ovn.conf")).doesNotExist();
        assertThat(read("10-ovn.conf.conflist")).contains(newer, ENTRY);
        assertThat(bench.remove()).isTrue();
        assertThat(read("10-ovn.conf")).isEqualTo(newer);
        assertThat(file("10-ovn.conf.conflist")).doesNotExist();
        assertThat(read("10-ovn.conflist")).contains("k8s-pod-network").doesNotContain("linkerd-cni");
    }

    /** As Istio's installer does with ours, before the network's daemon starts again. */
    @Test
    void aSingleNetworkThatIsMadeAnewBesideItsListWhichAnotherInstallerChangedGetsThePlugin() throws Exception {
        put("10-ovn.conf", SINGLE);
        assertThat(bench.install("1")).isTrue();
        put("10-ovn.conflist", read("10-ovn.conflist").replace(ENTRY, "{\"type\":\"istio-cni\"}"));
        assertThat(bench.install("1")).isTrue();
        put("10-ovn.conf", SINGLE);

        assertThat(bench.install("1")).isTrue();

        assertThat(bench.obstacles("1")).isEmpty();
        assertThat(file("10-ovn.conf")).doesNotExist();
        assertThat(read("10-ovn.conf.conflist")).contains(SINGLE, ENTRY);
        assertThat(read("10-ovn.conflist")).contains("istio-cni", ENTRY);
        assertThat(bench.remove()).isTrue();
        assertThat(read("10-ovn.conf")).isEqualTo(SINGLE);
        assertThat(read("10-ovn.conflist")).contains("istio-cni").doesNotContain("linkerd-cni");
    }

    @Test
    void aListBesideItsListThatSomebodyDeletesIsMadeAgain() throws Exception {
        put("10-ovn.conf", SINGLE);
        put("10-ovn.conflist", LIST);
        assertThat(bench.install("1")).isTrue();
        Files.delete(file("10-ovn.conf.conflist"));

        assertThat(bench.install("1")).isTrue();

        assertThat(read("10-ovn.conf.conflist")).contains(SINGLE, ENTRY);
        assertThat(bench.remove()).isTrue();
        assertThat(read("10-ovn.conf")).isEqualTo(SINGLE);
        assertThat(file("10-ovn.conf.conflist")).doesNotExist();
    }

    @Test
    void isNotReadyWhileTheRuntimeTakesANetworkThatIsLeftAlone() throws Exception {
        put("10-flannel.conflist", LIST);
        put("05-x.json", SINGLE);

        bench.install("1");

        assertThat(read("05-x.json")).isEqualTo(SINGLE);
        assertThat(read("10-flannel.conflist")).isEqualTo(CHAINED);
        assertThat(bench.obstacles("1"))
                .singleElement()
                .asString()
                .contains("05-x.json is what the container runtime loads first");
        Files.delete(file("05-x.json"));
        assertThat(bench.obstacles("1")).isEmpty();
    }

    @Test
    void aLinkIsKeptAndWhatItLeadsToIsEdited() throws Exception {
        Files.createDirectories(node.host("/etc/cni/real"));
        Files.writeString(node.host("/etc/cni/real/list"), LIST);
        Files.createSymbolicLink(file("10-link.conflist"), Path.of("/etc/cni/real/list"));
        Files.createSymbolicLink(file("11-link.conflist"), Path.of("../real/list"));
        var before = node.picture();

        assertThat(bench.install("1")).isTrue();

        assertThat(Files.readSymbolicLink(file("10-link.conflist"))).isEqualTo(Path.of("/etc/cni/real/list"));
        assertThat(Files.readString(node.host("/etc/cni/real/list"))).isEqualTo(CHAINED);
        assertThat(bench.remove()).isTrue();
        assertThat(node.picture()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "00-multus.conf                 | {\"type\":\"multus\",\"name\":\"multus-cni-network\"}",
                "00-multus.conflist             | {\"plugins\":[{\"type\":\"multus-shim\"}]}",
                "05-cilium.conflist.cilium_bak  | {\"plugins\":[{\"type\":\"cilium-cni\"}]}",
                "10-x.json                      | {\"plugins\":[{\"type\":\"x\"}]}",
                "20-UP.CONF                     | {\"type\":\"x\"}",
                "alone.conflist                 | {\"plugins\":[{\"type\":\"linkerd-cni\"}]}",
            })
    void leavesAloneWhatIsNotForIt(String name, String text) throws Exception {
        put("10-flannel.conflist", LIST);
        put(name, text);

        assertThat(bench.install("1")).isTrue();

        assertThat(read(name)).isEqualTo(text);
        assertThat(read("10-flannel.conflist")).isEqualTo(CHAINED);
        assertThat(bench.obstacles("1")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "``                             | 20-x.conflist is no network (line 1, column 1",
                "{\"plugins\":[{\"type\":\"a\"} | 20-x.conflist is no network (line 1, column",
                "{}                             | 20-x.conflist is no network (neither \"type\" nor a list",
                "{\"plugins\":[7]}              | 20-x.conflist is no network (line 1, column 13: a plugin of the list has no type",
            })
    void tellsOfWhatIsNoNetworkAndLeavesItAlone(String text, String told) throws Exception {
        put("10-flannel.conflist", LIST);
        put("20-x.conflist", text);

        bench.install("1");

        assertThat(read("20-x.conflist")).isEqualTo(text);
        assertThat(read("10-flannel.conflist")).isEqualTo(CHAINED);
        assertThat(bench.obstacles("1")).singleElement().asString().contains(told);
    }

    @Test
    void aDirectoryWithANetworksNameIsPassedOver() throws Exception {
        put("10-flannel.conflist", LIST);
        Files.createDirectory(file("20-x.conflist"));
        Files.createSymbolicLink(file("30-nowhere.conf"), Path.of("nowhere"));

        bench.install("1");

        assertThat(bench.obstacles("1"))
                .singleElement()
                .asString()
                .contains("30-nowhere.conf is a link that leads nowhere");
    }

    /** Names are bytes, and runtimes load such a file. */
    @ParameterizedTest
    @CsvSource({
        "cp 10-flannel.conflist $(printf 20-\\\\377.conflist), is a file whose name",
        "cp 10-flannel.conflist $(printf ../\\\\377) && ln -s $(printf ../\\\\377) 20-x.conflist, is a link to a file whose name"
    })
    void tellsOfANetworkWhoseNameItCannotSay(String command, String told) throws Exception {
        put("10-flannel.conflist", LIST);
        shell(command);

        bench.install("1");

        assertThat(read("10-flannel.conflist")).isEqualTo(CHAINED);
        assertThat(bench.obstacles("1")).singleElement().asString().contains(told);
    }

    @Test
    void waitsWhereThereIsNoNetwork() throws Exception {
        assertThat(bench.install("1")).isTrue();
        assertThat(bench.obstacles("1")).singleElement().asString().contains("waiting for a network in /etc/cni/net.d");

        put("10-flannel.conflist", LIST);

        assertThat(bench.install("1")).isTrue();
        assertThat(read("10-flannel.conflist")).isEqualTo(CHAINED);
    }

    @Test
    void whatOthersAddedMeanwhileStays() throws Exception {
        put("10-flannel.conflist", LIST);
        put("20-ovn.conf", SINGLE);
        assertThat(bench.install("1")).isTrue();
        put("10-flannel.conflist", read("10-flannel.conflist").replace("]}", ",{\"type\":\"tuning\"}]}"));
        put("20-ovn.conflist", read("20-ovn.conflist").replace(ENTRY, "{\"type\":\"tuning\"}," + ENTRY));

        assertThat(bench.remove()).isTrue();

        assertThat(read("10-flannel.conflist")).isEqualTo(LIST.replace("]}", ",{\"type\":\"tuning\"}]}"));
        assertThat(read("20-ovn.conflist")).contains("{\"type\":\"tuning\"}").doesNotContain("linkerd-cni");
        assertThat(file("20-ovn.conf")).doesNotExist();
    }

    @Test
    void aListThatItsOwnerWritesAnewGetsThePluginAgainAndComesBackAsTheOwnerWroteItLast() throws Exception {
        put("10-flannel.conflist", LIST);
        assertThat(bench.install("1")).isTrue();
        var newer = LIST.replace("1.0", "2.0");
        put("10-flannel.conflist", newer);

        assertThat(bench.install("1")).isTrue();

        assertThat(read("10-flannel.conflist")).isEqualTo(CHAINED.replace("1.0", "2.0"));
        assertThat(bench.remove()).isTrue();
        assertThat(read("10-flannel.conflist")).isEqualTo(newer);
    }

    @Test
    void aListThatItsOwnerRemovesIsGone() throws Exception {
        put("10-flannel.conflist", LIST);
        put("20-other.conflist", LIST);
        assertThat(bench.install("1")).isTrue();
        Files.delete(file("10-flannel.conflist"));

        assertThat(bench.install("1")).isTrue();

        assertThat(file("10-flannel.conflist")).doesNotExist();
        assertThat(bench.remove()).isTrue();
        assertThat(file("10-flannel.conflist")).doesNotExist();
    }

    /** The journal kept it, and its original, for as long as another network came first without the plugin. */
    @Test
    void aListThatItsOwnerRemovesIsForgottenWhileAnotherNetworkIsInTrouble() throws Exception {
        put("10-flannel.conflist", LIST);
        put("20-other.conflist", LIST);
        bench.install("1");
        put("05-x.json", SINGLE);
        bench.install("1");
        assertThat(bench.obstacles("1")).singleElement().asString().contains("05-x.json");
        Files.delete(file("20-other.conflist"));

        bench.install("1");

        assertThat(bench.journal().entry(FakeNode.NETWORKS + "/20-other.conflist"))
                .isEmpty();
        assertThat(bench.journal().entry(FakeNode.NETWORKS + "/10-flannel.conflist"))
                .isPresent();
        assertThat(read("10-flannel.conflist")).isEqualTo(CHAINED);
    }

    @Test
    void aSingleNetworkThatIsMadeAnewBesideItsListBecomesTheList() throws Exception {
        put("10-ovn.conf", SINGLE);
        assertThat(bench.install("1")).isTrue();
        var newer = SINGLE.replace("0.3.1", "1.0.0");
        put("10-ovn.conf", newer);

        assertThat(bench.install("1")).isTrue();

        assertThat(file("10-ovn.conf")).doesNotExist();
        assertThat(read("10-ovn.conflist")).contains(newer, ENTRY);
        assertThat(bench.remove()).isTrue();
        assertThat(read("10-ovn.conf")).isEqualTo(newer);
        assertThat(file("10-ovn.conflist")).doesNotExist();
    }

    @Test
    void theListOfASingleNetworkThatSomebodyDeletesIsMadeAgain() throws Exception {
        put("10-ovn.conf", SINGLE);
        assertThat(bench.install("1")).isTrue();
        Files.delete(file("10-ovn.conflist"));

        assertThat(bench.install("1")).isTrue();

        assertThat(read("10-ovn.conflist")).contains(SINGLE, ENTRY);
        assertThat(bench.remove()).isTrue();
        assertThat(read("10-ovn.conf")).isEqualTo(SINGLE);
    }

    /** Pods of the node would find a list that names a plugin which is gone. */
    @Test
    void thePluginStaysAsLongAsAListNamesIt() throws Exception {
        put("10-flannel.conflist", LIST);
        assertThat(bench.install("1")).isTrue();
        put("10-flannel.conflist", CHAINED.substring(0, 40));

        assertThat(bench.remove()).isFalse();
        assertThat(node.host(FakeNode.PLUGIN)).exists();
        assertThat(node.host(FakeNode.KUBECONFIG)).exists();

        put("10-flannel.conflist", CHAINED.replace("1.0", "3.0"));
        assertThat(bench.remove()).isTrue();
        assertThat(read("10-flannel.conflist")).isEqualTo(LIST.replace("1.0", "3.0"));
        assertThat(node.host(FakeNode.PLUGIN)).doesNotExist();
    }

    /** It copies the network that it delegates to when it starts, and no pod of the node would start by a copy that names a plugin which is gone. */
    @Test
    void whatMultusHasCopiedDoesNotNameThePluginThatIsGone() throws Exception {
        put("10-flannel.conflist", LIST);
        assertThat(bench.install("1")).isTrue();
        put("00-multus.conf", MULTUS.formatted(CHAINED.strip()));
        assertThat(bench.install("1")).isTrue();
        assertThat(read("00-multus.conf")).isEqualTo(MULTUS.formatted(CHAINED.strip()));

        assertThat(bench.remove()).isTrue();

        assertThat(read("00-multus.conf")).isEqualTo(MULTUS.formatted(LIST.strip()));
        assertThat(read("10-flannel.conflist")).isEqualTo(LIST);
        assertThat(node.host(FakeNode.PLUGIN)).doesNotExist();
    }

    /** Its lists were given back, so that nothing told where Multus' networks are. */
    @Test
    void whatMultusHasWrittenSinceTheListsWereGivenBackDoesNotNameThePluginThatIsGone() throws Exception {
        put("10-flannel.conflist", LIST);
        assertThat(bench.install("1")).isTrue();
        var attached = new Workbench(node, FileCalls.ofTheSystem());
        assertThat(attached.install("1")).isTrue();
        put("00-multus.conf", MULTUS.formatted(CHAINED.strip())); // of the list as Multus read it before

        assertThat(attached.remove()).isTrue();

        assertThat(read("00-multus.conf")).isEqualTo(MULTUS.formatted(LIST.strip()));
        assertThat(node.host(FakeNode.PLUGIN)).doesNotExist();
    }

    @Test
    void whatMultusHasCopiedEndsWithTheMode() throws Exception {
        put("10-flannel.conflist", LIST);
        assertThat(bench.install("1")).isTrue();
        put("00-multus.conf", MULTUS.formatted(CHAINED.strip()));

        var attached = new Workbench(node, FileCalls.ofTheSystem());
        assertThat(attached.install("1")).isTrue();

        assertThat(read("00-multus.conf")).isEqualTo(MULTUS.formatted(LIST.strip()));
        assertThat(read("10-flannel.conflist")).isEqualTo(LIST);
        assertThat(node.host(FakeNode.PLUGIN)).exists();
    }

    /** The CNI owner gives its network another name: the copy is needed still. */
    @Test
    void aListThatGoesWhileAnotherIsChainedLeavesMultusItsCopy() throws Exception {
        put("10-flannel.conflist", LIST);
        assertThat(bench.install("1")).isTrue();
        put("00-multus.conf", MULTUS.formatted(CHAINED.strip()));
        Files.move(file("10-flannel.conflist"), file("20-flannel.conflist"));

        assertThat(bench.install("1")).isTrue();

        assertThat(read("20-flannel.conflist")).isEqualTo(CHAINED);
        assertThat(read("00-multus.conf")).isEqualTo(MULTUS.formatted(CHAINED.strip()));
    }

    /** Linkerd's own plugin and a copy that calls it were there before this one. */
    @Test
    void aPluginThatComesBackStaysInMultusCopy() throws Exception {
        var theirs = MULTUS.formatted(CHAINED.strip());
        put("00-multus.conf", theirs);
        Files.writeString(node.host(FakeNode.PLUGIN), FakeNode.script("theirs"));
        var attached = new Workbench(node, FileCalls.ofTheSystem());
        assertThat(attached.install("1")).isTrue();

        assertThat(attached.remove()).isTrue();

        assertThat(Files.readString(node.host(FakeNode.PLUGIN))).isEqualTo(FakeNode.script("theirs"));
        assertThat(read("00-multus.conf")).isEqualTo(theirs);
    }

    /** Pods started without it until Multus was restarted: Linkerd's own installer puts its plugin into lists again, and into no copy. */
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void aCopyThatCallsThePluginOfLinkerdsOwnInstallerStays(boolean removed, boolean alsoOurs) throws Exception {
        var theirs = CHAINED.strip().replace(FakeNode.KUBECONFIG, "/etc/cni/net.d/ZZZ-linkerd-cni-kubeconfig");
        var copies = MULTUS.formatted(alsoOurs ? theirs + "," + CHAINED.strip() : theirs);
        put("10-flannel.conflist", LIST);
        put("00-multus.conf", copies);
        Files.writeString(node.host(FakeNode.PLUGIN), FakeNode.script("theirs"));
        bench.install("1");
        assertThat(read("10-flannel.conflist")).isEqualTo(CHAINED);

        assertThat(removed ? bench.remove() : new Workbench(node, FileCalls.ofTheSystem()).install("1"))
                .isTrue();

        assertThat(read("10-flannel.conflist")).isEqualTo(LIST);
        assertThat(read("00-multus.conf"))
                .isEqualTo(alsoOurs ? MULTUS.formatted(LIST.strip() + "," + LIST.strip()) : copies);
    }

    /** Its temporary file has a longer name, and 255 bytes are the most that there are. */
    @ParameterizedTest
    @ValueSource(strings = {"x", "\u00fc", "\u20ac", "\uD83D\uDE00"})
    void aListWithTheLongestOfNamesGetsThePlugin(String letter) throws Exception {
        var name = letter.repeat(246 / letter.getBytes(StandardCharsets.UTF_8).length) + ".conflist";
        put(name, LIST);

        assertThat(bench.install("1")).isTrue();

        assertThat(read(name)).isEqualTo(CHAINED);
        assertThat(bench.remove()).isTrue();
        assertThat(read(name)).isEqualTo(LIST);
    }

    /** A journal that a disk lost says nothing of the entries that lie in the lists. */
    @Test
    void anEntryThatLayThereBeforeIsTakenOutToo() throws Exception {
        put("10-flannel.conflist", CHAINED);
        put("20-old.conflist", LIST.replace("]}", ",{\"type\":\"linkerd-cni\",\"old\":1}]}"));

        assertThat(bench.install("1")).isTrue();
        assertThat(read("20-old.conflist")).isEqualTo(CHAINED);
        assertThat(bench.remove()).isTrue();

        assertThat(read("10-flannel.conflist")).isEqualTo(LIST);
        assertThat(read("20-old.conflist")).isEqualTo(LIST);
    }

    @Test
    void anotherConfigurationReplacesTheOlderOne() throws Exception {
        put("10-flannel.conflist", LIST);
        assertThat(bench.install("1")).isTrue();

        var other =
                Workbench.chaining(node, FileCalls.ofTheSystem(), "{\"type\":\"linkerd-cni\",\"log_level\":\"debug\"}");
        assertThat(other.install("1")).isTrue();

        assertThat(read("10-flannel.conflist")).contains("debug").doesNotContain("kubeconfig");
        assertThat(other.remove()).isTrue();
        assertThat(read("10-flannel.conflist")).isEqualTo(LIST);
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

    /** A name that is no text cannot be given to a file from here. */
    private void shell(String command) throws Exception {
        var process = new ProcessBuilder("sh", "-c", command)
                .directory(node.host(FakeNode.NETWORKS).toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }

    /** When each file was changed last, to the nanosecond. */
    private Map<String, Instant> times() throws IOException {
        var times = new TreeMap<String, Instant>();
        try (var paths = Files.walk(node.host(""))) {
            for (var path : paths.filter(Files::isRegularFile).toList()) {
                times.put(path.toString(), ((FileTime) Files.getAttribute(path, "unix:ctime")).toInstant());
            }
        }
        return times;
    }
}
