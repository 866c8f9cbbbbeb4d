// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The order in which the cluster's network is looked for. */
class ClusterNetworkTest {
    private static final String CONF_DIR = "/etc/cni/multus/net.d/";
    private static final String PLUGIN = "{\"name\":\"main\",\"type\":\"a\"}";
    private static final String OTHER = "{\"name\":\"other\",\"type\":\"b\"}";
    private static final String LIST = "{\"name\":\"main\",\"cniVersion\":\"1.0.0\",\"plugins\":[{\"type\":\"l\"}]}";

    /**
     * A node.
     *
     * @param definition text of the NetworkAttachmentDefinition {@code kube-system/main}; empty where there is none
     * @param found text of the configuration, or the end of why there is none
     */
    record Case(String name, String clusterNetwork, String definition, Map<String, String> files, String found) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("definition", "main", LIST, files(CONF_DIR + "a.conf", PLUGIN), LIST),
                new Case(
                        "definition without a name",
                        "main",
                        "{\"type\":\"a\"}",
                        files(),
                        "{\"type\":\"a\",\"name\":\"main\"}"),
                new Case(
                        "no definition: file by its name",
                        "main",
                        "",
                        files(CONF_DIR + "a.conf", OTHER, CONF_DIR + "b.conf", PLUGIN),
                        PLUGIN),
                new Case(
                        "no definition: list by its name",
                        "main",
                        "",
                        files(CONF_DIR + "a.json", OTHER, CONF_DIR + "b.conflist", LIST),
                        LIST),
                new Case("broken definition: file", "main", "{", files(CONF_DIR + "a.conf", PLUGIN), PLUGIN),
                new Case(
                        "a broken file hides those behind it",
                        "main",
                        "",
                        files(CONF_DIR + "a.conf", "{}", CONF_DIR + "b.conf", PLUGIN),
                        "Error loading CNI config file " + CONF_DIR
                                + "a.conf: error parsing configuration: missing 'type')"),
                new Case(
                        "no file of that name",
                        "main",
                        "",
                        files(CONF_DIR + "a.conf", OTHER, CONF_DIR + "b.txt", PLUGIN),
                        "no network available in the name main in cni dir /etc/cni/multus/net.d)"),
                new Case("nothing at all", "main", "", files(), "No networks found in /etc/cni/multus/net.d)"),
                new Case(
                        "folder: its first",
                        "/net.d",
                        "",
                        files("/net.d/20.conf", OTHER, "/net.d/10.conflist", LIST),
                        LIST),
                new Case(
                        "folder: its first, of .json too",
                        "/net.d",
                        "",
                        files("/net.d/20.conf", OTHER, "/net.d/10.json", PLUGIN),
                        PLUGIN),
                new Case(
                        "folder of .json alone",
                        "/net.d",
                        "",
                        files("/net.d/10.json", PLUGIN),
                        "getNetDelegate: cannot find network: /net.d"),
                new Case("path of a plugin", "/net.d/x.conf", "", files("/net.d/x.conf", PLUGIN), PLUGIN),
                new Case("path of a list", "/net.d/x.conflist", "", files("/net.d/x.conflist", LIST), LIST),
                new Case(
                        "path of a list that is called as a plugin",
                        "/net.d/x.conf",
                        "",
                        files("/net.d/x.conf", LIST),
                        "error loading CNI config file /net.d/x.conf: error parsing configuration: missing 'type'"),
                new Case(
                        "no such path", "/net.d/x.conf", "", files(), "stat /net.d/x.conf: no such file or directory"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isLookedForInThisOrder(Case each) {
        var node = new Planned().settings(Planned.settings(each.clusterNetwork()));
        each.files().forEach(node::file);
        if (!each.definition().isEmpty()) {
            node.definition("kube-system", "main", each.definition());
        }

        switch (node.plan()) {
            case DelegatePlan.Delegates(var delegates, var _) ->
                assertThat(delegates)
                        .singleElement()
                        .satisfies(
                                delegate -> assertThat(delegate.config().text()).isEqualTo(each.found()));
            case DelegatePlan.Refused(var text, var _) ->
                assertThat(text)
                        .startsWith(
                                "Multus: [shop/cart/u1]: failed to get clusterNetwork/defaultNetworks: GetDefaultNetworks: failed to get clusterNetwork "
                                        + each.clusterNetwork() + " in namespace kube-system: ")
                        .endsWith(each.found());
            case DelegatePlan.LookUp lookUp -> throw new AssertionError(lookUp);
        }
    }

    @Test
    void aListHasThePluginsOfTheFolderOfItsNameToo() {
        var list =
                "{ \"name\": \"main\",\n  \"plugins\": [\n    {\"type\": \"l\", \"big\": 12345678901234567890}\n  ] }\n";
        var node = new Planned()
                .settings(Planned.settings("/net.d/x.conflist"))
                .file("/net.d/x.conflist", list)
                .file("/net.d/main/20.conf", "{\"type\":\"second\"}\n")
                .file("/net.d/main/10.conf", " {\"type\":\"first\"} ")
                .file("/net.d/main/30.conflist", "passed over");

        assertThat(node.delegate(0).config().text()).isEqualTo("""
                        { "name": "main",
                          "plugins": [
                            {"type": "l", "big": 12345678901234567890},
                            {"type":"first"},
                            {"type":"second"}
                          ] }
                        """);
    }

    @Test
    void aListMayHaveItsPluginsInTheFolderAlone() {
        var node = new Planned()
                .settings(Planned.settings("/net.d/x.conflist"))
                .file("/net.d/x.conflist", "{\"name\":\"main\"}")
                .file("/net.d/main/10.conf", "{\"type\":\"first\"}");

        assertThat(node.delegate(0).config().text())
                .isEqualTo("{\"name\":\"main\",\"plugins\":[{\"type\":\"first\"}]}");
    }

    @Test
    void aListThatIsCompleteHasNoMore() {
        var list = "{\"name\":\"main\",\"loadOnlyInlinedPlugins\":true,\"plugins\":[{\"type\":\"l\"}]}";
        var node = new Planned()
                .settings(Planned.settings("/net.d/x.conflist"))
                .file("/net.d/x.conflist", list)
                .file("/net.d/main/10.conf", "{\"type\":\"first\"}");

        assertThat(node.delegate(0).config().text()).isEqualTo(list);
    }

    @Test
    void aListWhoseNameLeadsOutOfItsFolderIsRefused() {
        var node = new Planned()
                .settings(Planned.settings("/net.d/x.conflist"))
                .file("/net.d/x.conflist", "{\"name\":\"../secret\",\"plugins\":[{\"type\":\"l\"}]}");

        assertThat(node.plan())
                .isInstanceOfSatisfying(
                        DelegatePlan.Refused.class,
                        plan -> assertThat(plan.text())
                                .endsWith(
                                        "error loading CNI conflist file /net.d/x.conflist: invalid network config name: ../secret"));
    }

    private static Map<String, String> files(String... namesAndTexts) {
        var files = new TreeMap<String, String>();
        for (int at = 0; at < namesAndTexts.length; at += 2) {
            files.put(namesAndTexts[at], namesAndTexts[at + 1]);
        }
        return files;
    }
}
