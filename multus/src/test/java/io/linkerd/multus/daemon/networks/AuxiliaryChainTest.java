// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.routes.DefaultRoutePlan;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuxiliaryChainTest {
    private static final String FOLDER = "/etc/cni/net.d/vendor/";

    @Test
    void isTheLastDelegateOfEachPod() {
        var node = node().file(FOLDER + "20-b.conf", " {\"type\":\"b\", \"x\":1.50}\n")
                .file(FOLDER + "10-a.conf", "{\"type\":\"a\",\"name\":\"its-own\"}")
                .file(FOLDER + "30-c.conflist", "passed over")
                .definition("shop", "net1", "{\"type\":\"t\"}");

        var chain = node.networks("net1").delegate(2);

        assertThat(chain.config().text())
                .isEqualTo(
                        "{\"cniVersion\":\"1.0.0\",\"name\":\"vendor\",\"plugins\":[{\"type\":\"passthru\",\"name\":\"passthru-cni\"},"
                                + "{\"type\":\"a\",\"name\":\"its-own\"},{\"type\":\"b\", \"x\":1.50}]}");
        assertThat(chain.name()).isEqualTo("vendor");
        assertThat(chain.interfaceName()).isEqualTo("net2");
        assertThat(chain.first()).isFalse();
    }

    @Test
    void doesNotTouchTheRoutesOfAPod() {
        var node = node().file(FOLDER + "a.conf", "{\"type\":\"a\"}").definition("shop", "net1", "{\"type\":\"t\"}");

        assertThat(node.networks("[{\"name\":\"net1\",\"default-route\":[\"10.0.0.1\"]}]")
                        .delegate(2)
                        .defaultRoute())
                .isEqualTo(DefaultRoutePlan.AS_MADE);
    }

    @Test
    void isLeftOutWhereItsFolderIsEmpty() {
        assertThat(node().delegates()).hasSize(1);
    }

    @Test
    void aBrokenFileIsToldAndKeepsNoPodFromItsNetworks() {
        assertThat(node().file(FOLDER + "a.conf", "{\"type\":\"a\"}")
                        .file(FOLDER + "b.conf", "{}")
                        .plan())
                .isInstanceOfSatisfying(DelegatePlan.Delegates.class, plan -> {
                    assertThat(plan.delegates()).hasSize(1);
                    assertThat(plan.notices())
                            .containsExactly(
                                    "LoadChainedDelegatesFromBytes: error loading plugin configs: error parsing configuration: missing 'type'");
                });
    }

    @Test
    void needsAClusterNetworkThatIsAPath() {
        var node = new Planned().settings(settings("main")).definition("kube-system", "main", "{\"type\":\"t\"}");

        assertThat(node.plan())
                .isEqualTo(new DelegatePlan.Refused(
                        "Multus: [shop/cart/u1]: auxiliary chain used but ClusterNetwork must be a path, and it is not a path: main",
                        Optional.empty()));
    }

    private static Planned node() {
        return new Planned()
                .settings(settings("/etc/cni/net.d/10-main.conf"))
                .file("/etc/cni/net.d/10-main.conf", "{\"name\":\"main\",\"type\":\"t\"}");
    }

    private static NetworkSettings settings(String clusterNetwork) {
        var usual = Planned.settings(clusterNetwork);
        return new NetworkSettings(
                usual.cniVersion(),
                usual.clusterNetwork(),
                usual.delegates(),
                usual.defaultNetworks(),
                usual.confDir(),
                usual.multusNamespace(),
                usual.systemNamespaces(),
                usual.isolation(),
                "vendor");
    }
}
