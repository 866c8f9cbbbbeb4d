// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What mode chained makes of a directory, and whether pods get what a runtime makes of that. */
class ChainedTest {
    private static final String WHERE = "/etc/cni/net.d";
    private static final String LIST = "{\"name\":\"n\",\"plugins\":[{\"type\":\"a\"}]}";
    private static final String NAMELESS = "{\"plugins\":[{\"type\":\"a\"}]}";
    private static final String SINGLE = "{\"name\":\"n\",\"type\":\"a\"}";
    private static final String LINKERD = "{\"type\":\"linkerd-cni\"}";
    private static final String MULTUS = "{\"name\":\"multus\",\"type\":\"multus-shim\"}";
    private static final CniConfig CONFIGURATION = CniConfig.read(LINKERD).orElse(reason -> {
        throw new AssertionError(reason);
    });

    /** A directory by names and texts, and what is said of it. */
    record Case(String told, List<String> files) {
        static Case of(String told, String... files) {
            return new Case(told, List.of(files));
        }

        @Override
        public String toString() {
            return String.join(" ", files);
        }
    }

    @ParameterizedTest
    @MethodSource
    void isReadyWhereTheRuntimeTakesANetworkWithThePlugin(Case each) {
        assertThat(plan(Set.of(), each.files().toArray(String[]::new)).unusable())
                .isEmpty();
    }

    static Stream<Case> isReadyWhereTheRuntimeTakesANetworkWithThePlugin() {
        return Stream.of(
                Case.of("", "10-x.conf", SINGLE, "10-x.conflist", LIST),
                Case.of("", "10-x.conflist", LIST, "20-x.json", SINGLE),
                Case.of("", "10-x.conf", SINGLE, "20-x.json", SINGLE),
                Case.of("", "10-x.conflist", LIST, "20-alone.conf", LINKERD),
                Case.of("", "10-x.conflist", LIST, "90-multus.conf", multus("clusterNetwork", "\"/elsewhere/x.conf\"")),
                // No runtime loads a network from these.
                Case.of("", "05-x.json", LIST, "10-x.conflist", LIST),
                Case.of("", "05-x.json", "", "10-x.conflist", LIST),
                Case.of("", "05-x.json", "{\"type\":7}", "10-x.conflist", LIST),
                Case.of("", "05-alone.conflist", "{\"plugins\":[" + LINKERD + "]}", "10-x.conflist", LIST),
                Case.of("", "00-multus.conflist", "{\"plugins\":[" + MULTUS + "]}", "10-x.conflist", LIST),
                Case.of("", "05-x.conflist", NAMELESS, "10-x.conflist", LIST),
                Case.of("", "10-x.conflist", NAMELESS),
                // Multus, which runs the first one, the one it names, or a copy.
                Case.of("", "00-multus.conf", MULTUS, "10-x.conflist", LIST),
                Case.of("", "00-multus.conf", MULTUS, "05-x.json", SINGLE, "10-x.conflist", LIST),
                Case.of(
                        "",
                        "00-multus.conf",
                        multus("clusterNetwork", "\"/host/n/10-x.conflist\""),
                        "10-x.conflist",
                        LIST),
                Case.of(
                        "",
                        "00-multus.conf",
                        multus("delegates", "[{\"plugins\":[" + LINKERD + "]}]"),
                        "10-x.conf",
                        SINGLE));
    }

    @ParameterizedTest
    @MethodSource
    void isNotReadyWhereTheRuntimeTakesANetworkWithoutThePlugin(Case each) {
        var unusable = plan(Set.of(), each.files().toArray(String[]::new)).unusable();

        assertThat(unusable).containsOnlyKeys(WHERE + "/" + each.files().getFirst());
        assertThat(unusable.get(unusable.firstKey()))
                .startsWith(WHERE + "/" + each.files().getFirst() + " ")
                .contains(each.told());
    }

    static Stream<Case> isNotReadyWhereTheRuntimeTakesANetworkWithoutThePlugin() {
        return Stream.of(
                Case.of("is what the container runtime loads first", "05-x.json", SINGLE, "10-x.conflist", LIST),
                Case.of("*.conflist and *.conf alone; rename it", ".x.json", SINGLE, "10-x.conf", SINGLE),
                Case.of("rename it", "10-x.conf.json", SINGLE, "10-x.conflist", LIST),
                // Nameless: CRI-O passes over it, and takes the next.
                Case.of("rename it", "10-x.json", SINGLE, "05-x.conflist", NAMELESS, "20-x.conflist", LIST),
                // What Linkerd's older installers called their interface mode.
                Case.of(
                        "nothing but Linkerd's plugin is in it, so pods get no network; remove it",
                        "01-linkerd-cni.conf",
                        LINKERD,
                        "10-x.conflist",
                        LIST),
                Case.of(
                        "nothing but",
                        "01-linkerd-cni.conflist",
                        "{\"name\":\"l\",\"plugins\":[" + LINKERD + "]}",
                        "10-x.conflist",
                        LIST),
                Case.of("nothing but", "01-linkerd-cni.json", LINKERD, "10-x.conflist", LIST),
                Case.of(
                        "call /n/20-y.conf for every pod",
                        "00-multus.conf",
                        multus("clusterNetwork", "\"/n/20-y.conf\""),
                        "10-x.conflist",
                        LIST),
                Case.of(
                        "call /n/10-x.conf for every pod",
                        "00-multus.conf",
                        multus("clusterNetwork", "\"/n/10-x.conf\""),
                        "10-x.conf",
                        SINGLE,
                        "20-y.conflist",
                        LIST),
                Case.of(
                        "call 10-x.conflist for every pod",
                        "00-multus.conf",
                        multus("clusterNetwork", "\"10-x.conflist\""),
                        "10-x.conflist",
                        LIST),
                Case.of(
                        "a copy of a network",
                        "00-multus.conf",
                        multus("delegates", "[{\"plugins\":[{\"type\":\"a\"}]}]"),
                        "10-x.conflist",
                        LIST),
                // A copy of before the kubeconfig's path changed: that one goes when nothing waits any more.
                Case.of(
                        "there Linkerd's plugin reads /old, not ",
                        "00-multus.conf",
                        multus(
                                "delegates",
                                "[{\"plugins\":[{\"type\":\"linkerd-cni\",\"kubernetes\":{\"kubeconfig\":\"/old\"}}]}]"),
                        "10-x.conflist",
                        LIST),
                Case.of(
                        "is 01-linkerd-cni.conf",
                        "00-multus.conf",
                        MULTUS,
                        "01-linkerd-cni.conf",
                        LINKERD,
                        "10-x.conflist",
                        LIST),
                Case.of(
                        "is 05-x.conf",
                        "00-multus.conf",
                        multus("readinessindicatorfile", "\"/n/05-x.conf\""),
                        "05-x.conf",
                        SINGLE,
                        "10-x.conflist",
                        LIST),
                // Nameless: no runtime loads it, and Multus goes by names alone.
                Case.of(
                        "is 05-cilium.conf",
                        "00-multus.conf",
                        MULTUS,
                        "05-cilium.conf",
                        "{\"plugins\":[" + MULTUS + ",{\"type\":\"a\"}]}",
                        "10-x.conf",
                        SINGLE),
                Case.of(
                        "is 05-alone.conflist",
                        "00-multus.conf",
                        MULTUS,
                        "05-alone.conflist",
                        "{\"plugins\":[" + LINKERD + "]}",
                        "10-x.conflist",
                        LIST),
                Case.of("it is missing", "00-multus.conf", MULTUS, "00-multus.x.conflist", LIST),
                Case.of("it is missing", "00-multus.json", MULTUS, "00-multus.x.conflist", LIST));
    }

    /** Multus chose it when it started, looks for no other, and would start no pod. */
    @Test
    void aSingleNetworkThatMultusCallsByItsNameStays() {
        var plan = plan(
                Set.of(),
                "00-multus.conf",
                multus("clusterNetwork", "\"/host/etc/cni/net.d/10-x.conf\""),
                "10-x.conf",
                SINGLE,
                "20-x.conf",
                SINGLE);

        assertThat(made(plan)).containsExactly("20-x.conf -> 20-x.conflist");
        assertThat(plan.notices())
                .anySatisfy(notice -> assertThat(notice).contains("10-x.conf is left alone: Multus calls it"));
    }

    /** Its ADD and DEL waited for a file that had become a list, and no pod of the node started or ended. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"readinessindicatorfile\":\"/etc/cni/net.d/05-cilium.conf\"",
                "\"readinessindicatorfile\":\"/host/etc/cni/net.d/05-cilium.conf\",\"clusterNetwork\":\"/n/20-x.conflist\"",
                "\"readinessIndicatorFile\":\"\\/etc\\/cni\\/net.d\\/05-cilium.conf\",\"delegates\":[{\"type\":\"a\"}]",
                "\"readinessindicatorfile\":\"/etc/cni/net.d/05-cilium.conf\",\"\\u0063lusterNetwork\":\"net\""
            })
    void aSingleNetworkThatMultusWaitsForStays(String member) {
        var plan = plan(
                Set.of(),
                "00-multus.conf",
                "{\"name\":\"multus\",\"type\":\"multus\"," + member + "}",
                "05-cilium.conf",
                SINGLE,
                "10-x.conf",
                SINGLE,
                "20-x.conflist",
                LIST);

        assertThat(made(plan)).containsExactly("10-x.conf -> 10-x.conflist");
        assertThat(plan.notices())
                .anySatisfy(notice -> assertThat(notice).contains("05-cilium.conf is left alone: Multus waits for it"));
    }

    @Test
    void aNameThatMultusHasInAnEscapeIsItsNameAllTheSame() {
        var plan = plan(
                Set.of(), "00-multus.conf", multus("cluster\\u004eetwork", "\"/n/10-x.conf\""), "10-x.conf", SINGLE);

        assertThat(made(plan)).isEmpty();
    }

    @Test
    void waitsForANetworkAndSaysWhatIsThereInstead() {
        var plan = plan(Set.of(), "00-multus.conf", MULTUS, "05-x.json", SINGLE);

        assertThat(plan.problems())
                .singleElement()
                .asString()
                .contains("waiting for a network in " + WHERE)
                .contains("(" + WHERE + "/00-multus.conf is left alone: it is Multus' own")
                .endsWith(WHERE
                        + "/05-x.json is left alone: Linkerd's plugin is chained to *.conflist and *.conf alone)");
        assertThat(plan.unusable()).isEmpty();
        assertThat(plan(Set.of()).problems()).singleElement().asString().endsWith("could be chained to");
    }

    @Test
    void doesNotWaitForANetworkWhereOneIsThereThatCannotBeRead() {
        var plan = plan(Map.of("10-x.conflist", new NetworkFile.Unreadable(WHERE + "/10-x.conflist", "is a socket")));

        assertThat(plan.problems()).isEmpty();
        assertThat(plan.unusable())
                .containsExactly(Map.entry(
                        WHERE + "/10-x.conflist",
                        WHERE + "/10-x.conflist is a socket; it is left alone, and looked at again"));
    }

    /** A runtime stops at it, and passes over the directory. */
    @Test
    void isNotReadyWhereTheRuntimeLoadsAFileFirstThatCannotBeRead() {
        var list = new NetworkFile.Text(
                WHERE + "/10-x.conflist", LIST, Fingerprint.ofText(LIST), new Ownership(0, 0, 0644));
        var directory = new NetworkFile.Directory(WHERE + "/05-x.json");
        var socket = new NetworkFile.Unreadable(WHERE + "/05-x.json", "is a socket");

        assertThat(plan(Map.of("05-x.json", directory, "10-x.conflist", list)).unusable())
                .isEmpty();
        assertThat(plan(Map.of("05-x.json", socket, "10-x.conflist", list)).unusable())
                .containsOnlyKeys(WHERE + "/05-x.json")
                .hasEntrySatisfying(
                        WHERE + "/05-x.json",
                        words -> assertThat(words).endsWith("is not chained to it: it is a socket"));
    }

    @Test
    void saysOfEachNetworkThatItLeavesAloneWhy() {
        var plan = plan(Set.of(), "01-alone.conf", LINKERD, "00-multus.conf", MULTUS, "10-x.conflist", LIST);

        assertThat(plan.notices())
                .containsExactly(
                        WHERE
                                + "/00-multus.conf is left alone: it is Multus' own, which calls the other networks here itself",
                        WHERE + "/01-alone.conf is left alone: nothing but Linkerd's plugin is in it");
    }

    @Test
    void saysOfADirectoryWithTheNameOfANetworkThatItIsLeftAlone() {
        assertThat(plan(Map.of("10-x.conflist", new NetworkFile.Directory(WHERE + "/10-x.conflist")))
                        .notices())
                .containsExactly(WHERE + "/10-x.conflist is left alone: it is a directory");
    }

    @Test
    void twoLinksToOneListAreOneEdit() {
        var list = new NetworkFile.Text("/real", LIST, Fingerprint.ofText(LIST), new Ownership(0, 0, 0644));

        assertThat(plan(Map.of("10-x.conflist", list, "20-x.conflist", list)).networks())
                .singleElement()
                .extracting(DesiredNetwork::path)
                .isEqualTo("/real");
    }

    @Test
    void sortsNamesByTheirBytesAsRuntimesDo() {
        var before = "\uFF0D.json"; // before U+1F600, whose first UTF-16 unit is less
        var plan = plan(Set.of(), before, SINGLE, "\uD83D\uDE00.conflist", LIST);

        assertThat(plan.unusable()).containsOnlyKeys(WHERE + "/" + before);
    }

    /** Else another network would be the first from then on. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-,                            10-x.conf -> 10-x.conflist",
                "10-x.conflist,                10-x.conf -> 10-x.conf.conflist",
                "10-x.conf.bak.json,           10-x.conf -> 10-x.conf.conflist",
                "10-x.confa.conflist,          10-x.conf -> 10-x.conf.conflist",
                "10-x.conflists.conflist,      10-x.conf -> 10-x.conflist",
                "10-x-1.conflist,              10-x.conf -> 10-x.conflist",
            })
    void aListStandsWhereItsSingleNetworkStood(@Nullable String other, String made) {
        var plan =
                other == null ? plan(Set.of(), "10-x.conf", SINGLE) : plan(Set.of(), "10-x.conf", SINGLE, other, LIST);

        assertThat(made(plan)).containsExactly(made);
    }

    @Test
    void aListThatWasMadeBeforeIsTheOneThatIsMadeAgain() {
        var usual = Set.of(WHERE + "/10-x.conflist");
        var close = Set.of(WHERE + "/10-x.conf.conflist");

        assertThat(made(plan(usual, "10-x.conf", SINGLE, "10-x.conflist", LIST)))
                .containsExactly("10-x.conf -> 10-x.conflist");
        assertThat(made(plan(close, "10-x.conf", SINGLE))).containsExactly("10-x.conf -> 10-x.conf.conflist");
    }

    @ParameterizedTest
    @CsvSource({
        "10-x.conflist, 10-x.conf",
        "10-x.conf.conflist, 10-x.conf",
        "10-x.conf.conf.conflist, 10-x.conf.conf",
        ".conflist, .conf"
    })
    void eachListHasOneSingleNetworkThatItWasMadeOf(String list, String single) {
        assertThat(Chained.singleOf(list)).isEqualTo(single);
        assertThat(Chained.listsOf(single)).contains(list);
    }

    @Test
    void twoSingleNetworksNeverBecomeOneList() {
        assertThat(made(plan(Set.of(), "x.conf", SINGLE, "x.conflist", LIST, "x.conf.conf", SINGLE)))
                .containsExactly("x.conf -> x.conf.conflist", "x.conf.conf -> x.conf.conf.conflist");
    }

    /** Pods were run without the plugin, and nothing said so. */
    @ParameterizedTest
    @CsvSource({"05-verb.conflist, true", "05-verb.conf, true", "50-verb.conflist, false"})
    void aVerbsNetworkThatComesFirstWithoutThePluginIsTold(String verbs, boolean told) {
        var text = verbs.endsWith(".conf") ? SINGLE : LIST;

        var plan = plan(Set.of(), Set.of(WHERE + "/" + verbs), verbs, text, "10-x.conflist", LIST);

        assertThat(plan.unusable().keySet()).isEqualTo(told ? Set.of(WHERE + "/" + verbs) : Set.of());
        assertThat(plan.unusable().values())
                .allSatisfy(trouble -> assertThat(trouble).contains("loads first", "verbs has put it there"));
        assertThat(plan.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"n\",\"plugins\":[{\"type\":\"a\"},{\"type\":\"linkerd-cni\"}]}",
                "{\"plugins\":[{\"type\":\"a\"}]}" // nameless: no runtime loads it
            })
    void aVerbsNetworkThatKeepsNoPodFromThePluginIsNotTold(String text) {
        var plan = plan(Set.of(), Set.of(WHERE + "/05-verb.conflist"), "05-verb.conflist", text, "10-x.conflist", LIST);

        assertThat(plan.unusable()).isEmpty();
    }

    /** Multus goes by names alone, whatever a runtime would load. */
    @Test
    void aVerbsNetworkWithoutANameIsToldWhereMultusTakesItFirst() {
        var plan = plan(
                Set.of(),
                Set.of(WHERE + "/05-verb.conflist"),
                "00-multus.conf",
                MULTUS,
                "05-verb.conflist",
                NAMELESS,
                "10-x.conflist",
                LIST);

        assertThat(plan.unusable())
                .hasSize(1)
                .hasEntrySatisfying(
                        WHERE + "/00-multus.conf",
                        trouble -> assertThat(trouble).contains("is 05-verb.conflist"));
    }

    private static String multus(String key, String value) {
        return "{\"name\":\"multus\",\"type\":\"multus\",\"" + key + "\":" + value + "}";
    }

    private static List<String> made(NetworkPlan plan) {
        return plan.networks().stream()
                .flatMap(network -> network instanceof DesiredNetwork.Converted converted
                        ? Stream.of(name(converted.single()) + " -> " + name(converted.path()))
                        : Stream.empty())
                .toList();
    }

    private static String name(String path) {
        return path.substring(WHERE.length() + 1);
    }

    private static NetworkPlan plan(Set<String> converted, String... files) {
        return plan(converted, Set.of(), files);
    }

    private static NetworkPlan plan(Set<String> converted, Set<String> others, String... files) {
        var there = new TreeMap<String, NetworkFile>();
        for (int at = 0; at < files.length; at += 2) {
            var text = files[at + 1];
            there.put(
                    files[at],
                    new NetworkFile.Text(
                            WHERE + "/" + files[at], text, Fingerprint.ofText(text), new Ownership(0, 0, 0644)));
        }
        return new Chained(WHERE).plan(new NetworkDirectory(WHERE, there), CONFIGURATION, converted, others);
    }

    private static NetworkPlan plan(Map<String, NetworkFile> there) {
        return new Chained(WHERE)
                .plan(new NetworkDirectory(WHERE, new TreeMap<>(there)), CONFIGURATION, Set.of(), Set.of());
    }
}
