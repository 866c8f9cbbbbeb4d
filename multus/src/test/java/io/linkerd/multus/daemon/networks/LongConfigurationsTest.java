// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Annotations of one pod that would have used up the memory of its node's daemon. */
class LongConfigurationsTest {
    private static final String LONG = "{\"type\":\"dummy\",\"x\":\"" + "x".repeat(1_000_000) + "\"}";

    private static final Map<String, SeenPath> CLUSTERS =
            Map.of("/etc/cni/net.d/10-main.conf", new SeenPath.File("{\"name\":\"main\",\"type\":\"bridge\"}"));

    @Test
    void aThousandReferencesToALongDefinitionAreRefusedAfterThreeOfThem() {
        assertThat(node().definition("shop", "long", LONG)
                        .networks("long,".repeat(999) + "long")
                        .plan())
                .isInstanceOfSatisfying(
                        DelegatePlan.Refused.class,
                        plan -> assertThat(plan.text())
                                .contains(
                                        "the configurations of the pod's networks are longer than 2097152 bytes together;"
                                                + " select fewer networks, or shorten their NetworkAttachmentDefinitions"));
    }

    @Test
    void referencesToOneDefinitionShareItsText() {
        var texts = Collections.newSetFromMap(new IdentityHashMap<String, Boolean>());
        node().definition("shop", "red", "{\"type\":\"dummy\"}")
                .networks("red,red@a,red@b")
                .delegates()
                .forEach(delegate -> texts.add(delegate.config().text()));

        assertThat(texts).as("the cluster's and that of the definition").hasSize(2);
    }

    @Test
    void nothingIsAskedForBehindAMissingDefinition() {
        var pod = node().networks("a,b,c").pod();
        var seen = new SeenNetworks(Map.of(new NetworkName("shop", "a"), Optional.empty()), CLUSTERS, Optional.empty());

        assertThat(DelegatePlan.of(pod, node().settings(), seen))
                .isInstanceOfSatisfying(
                        DelegatePlan.Refused.class,
                        plan -> assertThat(plan.noNetworkFound())
                                .hasValueSatisfying(words -> assertThat(words).contains("(a)")));
    }

    @Test
    void definitionsAreAskedForInTheOrderOfTheAnnotation() {
        var pod = node().networks("z,b,a,z").pod();

        assertThat(DelegatePlan.of(pod, node().settings(), new SeenNetworks(Map.of(), CLUSTERS, Optional.empty())))
                .isInstanceOfSatisfying(
                        DelegatePlan.LookUp.class,
                        plan -> assertThat(plan.definitions())
                                .isEqualTo(Set.of(name("z"), name("b"), name("a")))
                                .startsWith(name("z"), name("b")));
    }

    @Test
    void argumentsOfAPodAreNotCopiedIntoManyPluginsBeyondALongConfiguration() {
        var many = "{\"plugins\":[{\"type\":\"dummy\"}" + ",{\"type\":\"dummy\"}".repeat(99) + "]}";
        var node = node().definition("shop", "many", many);
        var arguments = "[{\"name\":\"many\",\"cni-args\":{\"a\":\"%s\"}}]";

        assertThat(node.networks(arguments.formatted("x".repeat(20_000))).plan())
                .isInstanceOfSatisfying(
                        DelegatePlan.Refused.class,
                        plan -> assertThat(plan.text())
                                .contains("failed to add cni-args")
                                .contains("longer than 1052672 bytes; shorten them"));
        assertThat(node.networks(arguments.formatted("x")).delegates()).hasSize(2);
    }

    /** Such a network could be neither added nor taken away. */
    @Test
    void argumentsThatMakeAConfigurationOfTooManyValuesAreRefused() {
        var many = "{\"plugins\":[{\"type\":\"dummy\"}" + ",{\"type\":\"dummy\"}".repeat(99) + "]}";
        var node = node().definition("shop", "many", many)
                .networks("[{\"name\":\"many\",\"cni-args\":{\"a\":[" + "0,".repeat(300) + "0]}}]");

        assertThat(node.plan()).isInstanceOf(DelegatePlan.Refused.class);
    }

    @Test
    void aNetworkOfThousandsOfPluginsIsRefused() {
        assertThat(DelegateConfig.read("{\"Plugins\":[{\"type\":\"a\"}],\"plugins\":[{\"type\":\"a\"}"
                        + ",{\"type\":\"a\"}".repeat(1_000) + "],\"PLUGINS\":[{\"type\":\"a\"}]}"))
                .isInstanceOfSatisfying(
                        Result.Not.class,
                        refusal -> assertThat(refusal.reason())
                                .contains("the network has 1001 plugins, and may have 100; remove some of them"));
    }

    private static NetworkName name(String name) {
        return new NetworkName("shop", name);
    }

    private static Planned node() {
        return new Planned().file("/etc/cni/net.d/10-main.conf", "{\"name\":\"main\",\"type\":\"bridge\"}");
    }
}
