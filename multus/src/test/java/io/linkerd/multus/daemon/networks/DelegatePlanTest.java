// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DelegatePlanTest {
    private static final String MAIN = "/etc/cni/net.d/10-main.conf";
    private static final String MAIN_CONFIG = "{\"cniVersion\":\"1.0.0\",\"name\":\"main\",\"type\":\"bridge\"}";
    private static final String NOT_FOUND =
            "cannot find a network-attachment-definition (net1) in namespace (shop): networkattachmentdefinition.k8s.cni.cncf.io"
                    + " \"net1\" not found";
    private static final String MULTUS = "Multus: [shop/cart/u1]: ";
    private static final String NETWORKS = MULTUS + "error loading k8s delegates k8s args: ";

    @Test
    void aPodWithoutAnnotationsGetsTheClustersNetworkAlone() {
        var plan = node().plan();

        assertThat(plan).isInstanceOfSatisfying(DelegatePlan.Delegates.class, found -> {
            assertThat(found.notices()).isEmpty();
            assertThat(found.delegates()).singleElement().satisfies(delegate -> {
                assertThat(delegate.config()).isEqualTo(new DelegateConfig(MAIN_CONFIG, "main", "bridge"));
                assertThat(delegate.name()).isEqualTo("main");
                assertThat(delegate.interfaceName()).isEqualTo("eth0");
                assertThat(delegate.first()).isTrue();
            });
        });
    }

    @Test
    void networksAreNumberedByTheirPlaceAmongAll() {
        var node = node().definition("shop", "net1", "{\"type\":\"macvlan\"}")
                .definition("other", "net2", "{\"type\":\"ipvlan\",\"name\":\"mine\"}")
                .file("/etc/cni/multus/net.d/20-all.conf", "{\"name\":\"all\",\"type\":\"dummy\"}")
                .settings(withDefaults(Planned.settings(MAIN), "all"))
                .networks("net1, other/net2@data, net1");

        assertThat(node.delegates())
                .extracting(Delegate::interfaceName)
                .containsExactly("eth0", "net1", "net2", "data", "net4");
        assertThat(node.delegates())
                .extracting(Delegate::name)
                .containsExactly("main", "all", "shop/net1", "other/net2", "shop/net1");
        assertThat(node.delegates())
                .extracting(delegate -> delegate.config().name())
                .containsExactly("main", "all", "net1", "mine", "net1");
        assertThat(node.rounds()).isLessThanOrEqualTo(5);
    }

    @Test
    void podsOfSystemNamespacesGetNoDefaultNetworks() {
        var settings = withDefaults(Planned.settings(MAIN), "absent");
        var node = node().settings(with(settings, Set.of("shop")));

        assertThat(node.delegates()).hasSize(1);
    }

    @Test
    void aDefinitionThatDoesNotExistIsToldInAnEvent() {
        assertThat(node().networks("net1").plan())
                .isEqualTo(new DelegatePlan.Refused(
                        NETWORKS
                                + "TryLoadPodDelegates: error in getting k8s network for pod: GetNetworkDelegates: failed getting the delegate: "
                                + "getKubernetesDelegate: " + NOT_FOUND,
                        Optional.of(NOT_FOUND)));
    }

    @Test
    void anAnnotationThatCannotBeReadIsRefused() {
        assertThat(node().networks("a/b/c").plan())
                .isEqualTo(
                        refused(
                                NETWORKS
                                        + "parsePodNetworkAnnotation: parsePodNetworkObjectName: Invalid network object (failed at '/')"));
    }

    @Test
    void aPodUsesNoNetworkOfANamespaceThatIsClosedToIt() {
        var node = node().settings(isolated(Planned.settings(MAIN)))
                .definition("shop", "own", "{\"type\":\"a\"}")
                .definition("default", "open", "{\"type\":\"b\"}")
                .definition("other", "closed", "{\"type\":\"c\"}");

        assertThat(node.networks("own,default/open").delegates()).hasSize(3);
        assertThat(node.networks("own,other/closed").plan())
                .isEqualTo(
                        refused(
                                NETWORKS
                                        + "TryLoadPodDelegates: error in getting k8s network for pod: GetNetworkDelegates: namespace isolation enabled,"
                                        + " annotation violates permission, pod is in namespace shop but refers to target namespace other"));
    }

    @Test
    void aPodMayNameAnotherFirstNetwork() {
        var node = node().definition("kube-system", "other", "{\"type\":\"ipvlan\"}")
                .definition("shop", "net1", "{\"type\":\"a\"}");

        var delegates = node.defaultNetwork("other").networks("net1").delegates();

        assertThat(delegates).extracting(Delegate::name).containsExactly("kube-system/other", "shop/net1");
        assertThat(delegates).extracting(Delegate::first).containsExactly(true, false);
        assertThat(delegates).extracting(Delegate::interfaceName).containsExactly("eth0", "net1");
        assertThat(node.defaultNetwork("[{\"name\":\"other\",\"namespace\":\"kube-system\",\"interface\":\"first\"}]")
                        .delegate(0)
                        .interfaceName())
                .isEqualTo("first");
    }

    /** Upstream checks only the other annotation. */
    @Test
    void aPodNamesNoFirstNetworkOfANamespaceThatIsClosedToIt() {
        var node = node().settings(isolated(Planned.settings(MAIN)))
                .definition("kube-system", "other", "{\"type\":\"a\"}")
                .definition("victim", "other", "{\"type\":\"a\"}");

        assertThat(node.defaultNetwork("other").delegates()).hasSize(1);
        assertThat(node.defaultNetwork("victim/other").plan())
                .isEqualTo(refused(defaultNetwork(
                        "namespace isolation enabled, annotation violates permission, pod is in namespace shop but refers to"
                                + " target namespace victim")));
    }

    @Test
    void aFirstNetworkIsOne() {
        assertThat(node().defaultNetwork("a,b").plan())
                .isEqualTo(refused(defaultNetwork("more than one default network is specified: a,b")));
        assertThat(node().defaultNetwork("[]").plan())
                .isEqualTo(refused(defaultNetwork("no default network is specified: []")));
        assertThat(node().defaultNetwork("").plan())
                .isEqualTo(
                        refused(
                                defaultNetwork(
                                        "failed to parse CRD object: parsePodNetworkAnnotation: pod annotation does not have \"network\" as key")));
    }

    @Test
    void withoutAClusterNetworkTheConfiguredDelegatesCount() {
        var settings = Planned.settings("");
        var node = new Planned()
                .settings(new NetworkSettings(
                        settings.cniVersion(),
                        "",
                        List.of(MAIN_CONFIG, "{\"name\":\"list\",\"plugins\":[{\"type\":\"b\"}]}"),
                        List.of("never"),
                        settings.confDir(),
                        settings.multusNamespace(),
                        settings.systemNamespaces(),
                        settings.isolation(),
                        ""));

        assertThat(node.delegates()).extracting(Delegate::name).containsExactly("main", "list");
        assertThat(node.delegates()).extracting(Delegate::interfaceName).containsExactly("eth0", "net1");
    }

    @Test
    void withoutAnyNetworkThereIsNone() {
        assertThat(new Planned().settings(Planned.settings("")).plan())
                .isEqualTo(
                        refused(
                                "Multus: error loading netconf: LoadNetConf: at least one delegate/clusterNetwork must be specified"));
    }

    @Test
    void aConfiguredDelegateThatIsBrokenIsNamedByItsPlace() {
        var settings = Planned.settings("");
        var broken = new NetworkSettings(
                "", "", List.of(MAIN_CONFIG, "{}"), List.of(), "/c", "kube-system", Set.of(), settings.isolation(), "");

        assertThat(new Planned().settings(broken).plan())
                .isEqualTo(refused(
                        "Multus: error loading netconf: LoadNetConf: failed to load delegate 1 config: LoadDelegateNetConf: failed with:"
                                + " LoadDelegateNetConfList: delegate must have the 'type' or 'plugin' field"));
    }

    @Test
    void whereTheAnnotationsAreRefusedTheDefaultNetworksCanStillBeTakenAway() {
        var node = node().networks("net1");

        assertThat(node.plan()).isInstanceOf(DelegatePlan.Refused.class);
        assertThat(node.defaults())
                .isInstanceOfSatisfying(
                        DelegatePlan.Delegates.class,
                        plan -> assertThat(plan.delegates())
                                .extracting(Delegate::name)
                                .containsExactly("main"));
    }

    @Test
    void theStateOfMultusIsThatOfTheClustersNetwork() {
        assertThat(node().cluster())
                .isInstanceOfSatisfying(
                        DelegatePlan.Delegates.class,
                        plan -> assertThat(plan.delegates())
                                .extracting(Delegate::name)
                                .containsExactly("main"));
        assertThat(new Planned().cluster())
                .isInstanceOfSatisfying(
                        DelegatePlan.Refused.class,
                        plan -> assertThat(plan.text())
                                .startsWith(
                                        "Multus: failed to get clusterNetwork: GetDefaultNetworks: failed to get clusterNetwork "
                                                + MAIN + " in namespace kube-system"));
    }

    @Test
    void aNetworkThatIsAddedToARunningPodHasTheInterfaceThatItsCallerNames() {
        var wishes = NetworksAnnotation.read(
                        "[{\"name\":\"x\",\"mac\":\"00:00:5e:00:53:01\",\"cni-args\":{\"a\":1}}]", "shop")
                .orElse(reason -> {
                    throw new AssertionError(reason);
                })
                .getFirst()
                .wishes();

        var delegate = DelegatePlan.hotPlugged("{\"name\":\"n\",\"type\":\"t\"}", wishes, node().pod())
                .orElse(reason -> {
                    throw new AssertionError(reason);
                });

        assertThat(delegate.interfaceName()).isEqualTo("eth0");
        assertThat(delegate.first()).isFalse();
        assertThat(delegate.name()).isEqualTo("n");
        assertThat(delegate.mac()).contains("00:00:5e:00:53:01");
        assertThat(delegate.config().text()).isEqualTo("{\"name\":\"n\",\"type\":\"t\",\"args\":{\"cni\":{\"a\":1}}}");
    }

    private static Planned node() {
        return new Planned().file(MAIN, MAIN_CONFIG);
    }

    private static DelegatePlan refused(String text) {
        return new DelegatePlan.Refused(text, Optional.empty());
    }

    private static String defaultNetwork(String reason) {
        return NETWORKS
                + "TryLoadPodDelegates: error in loading K8s cluster default network from pod annotation: tryLoadK8sPodDefaultNetwork: "
                + reason;
    }

    private static NetworkSettings isolated(NetworkSettings settings) {
        return with(settings, settings.defaultNetworks(), settings.systemNamespaces(), true);
    }

    private static NetworkSettings withDefaults(NetworkSettings settings, String... networks) {
        return with(settings, List.of(networks), settings.systemNamespaces(), false);
    }

    private static NetworkSettings with(NetworkSettings settings, Set<String> systemNamespaces) {
        return with(settings, settings.defaultNetworks(), systemNamespaces, false);
    }

    private static NetworkSettings with(
            NetworkSettings settings, List<String> defaultNetworks, Set<String> systemNamespaces, boolean isolation) {
        return new NetworkSettings(
                settings.cniVersion(),
                settings.clusterNetwork(),
                settings.delegates(),
                defaultNetworks,
                settings.confDir(),
                settings.multusNamespace(),
                systemNamespaces,
                new NamespaceIsolation(isolation, settings.isolation().open()),
                settings.auxiliaryChain());
    }

    @Test
    void gatewaysOfTwoNetworksRefuseThePod() {
        var node = new Planned()
                .file("/etc/cni/net.d/10-main.conf", "{\"name\":\"main\",\"type\":\"t\"}")
                .definition("shop", "net1", "{\"type\":\"t\"}")
                .networks(
                        "[{\"name\":\"net1\",\"default-route\":[\"10.0.0.1\"]},{\"name\":\"net1\",\"default-route\":[\"10.0.0.2\"]}]");

        assertThat(node.plan())
                .isEqualTo(new DelegatePlan.Refused(
                        "Multus: [shop/cart/u1]: error loading k8s delegates k8s args: multus does not support ECMP for default-route",
                        Optional.empty()));
    }
}
