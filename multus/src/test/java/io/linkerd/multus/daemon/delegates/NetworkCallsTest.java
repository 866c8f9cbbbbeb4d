// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.daemon.delegates.NetworkCalls.Planned;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.PluginChain;
import io.linkerd.multus.daemon.networks.PluginConfig;
import io.linkerd.multus.daemon.requests.CniArgument;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkCallsTest {
    private static final String RESULT = "{\"cniVersion\":\"1.0.0\",\"ips\":[]}";
    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    @Test
    void aPluginIsCalledWithWhatTheSpecificationNames() {
        var call = calls(Delegated.first(Delegated.list("n", "a")))
                .add(0, Optional.empty())
                .call();

        assertThat(call.command()).isEqualTo(PluginCommand.ADD);
        assertThat(call.type()).isEqualTo("a");
        assertThat(call.environment())
                .isEqualTo(Map.of(
                        "CNI_COMMAND", "ADD",
                        "CNI_CONTAINERID", "c1",
                        "CNI_NETNS", "/run/netns/c1",
                        "CNI_IFNAME", "eth0",
                        "CNI_ARGS",
                                "IgnoreUnknown=true;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=cart;K8S_POD_INFRA_CONTAINER_ID=c1;K8S_POD_UID=u1;x=y=z",
                        "CNI_PATH", "/opt/cni/bin:/more",
                        "PATH", PATH));
    }

    @Test
    void aPluginIsToldNameVersionAndThePreviousResultAndKeepsAllElse() {
        var text = "{\"name\":\"n\",\"cniVersion\":\"1.0.0\",\"plugins\":[{\"type\":\"a\"},"
                + "{\"name\":\"own\",\"type\":\"b\",\"cniVersion\":\"0.1.0\",\"n\":12345678901234567890, \"ipam\" : {\"dataDir\":\"/x\"} ,\"prevResult\":{}}]}";

        assertThat(calls(Delegated.first(text))
                        .add(1, Optional.of(RESULT))
                        .call()
                        .stdin())
                .isEqualTo(
                        "{\"type\":\"b\",\"n\":12345678901234567890,\"ipam\" : {\"dataDir\":\"/x\"},\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"prevResult\":"
                                + RESULT + "}");
    }

    @Test
    void onePluginByItselfIsToldItsOwnNameAndVersion() {
        assertThat(calls(Delegated.first("{\"type\":\"a\",\"name\":\"n\"}"))
                        .add(0, Optional.empty())
                        .call()
                        .stdin())
                .isEqualTo("{\"type\":\"a\",\"cniVersion\":\"\",\"name\":\"n\"}");
    }

    @Test
    void aPluginIsToldWhatItHasTheCapabilityFor() {
        var text =
                "{\"name\":\"n\",\"cniVersion\":\"1.0.0\",\"plugins\":[{\"type\":\"a\",\"capabilities\":{\"mac\":true,\"ips\":false,\"dns\":true}},"
                        + "{\"type\":\"b\",\"runtimeConfig\":{\"mac\":\"kept\"}},{\"type\":\"c\",\"capabilities\":{\"ips\":true},\"runtimeConfig\":{}}]}";
        var calls = calls(Delegated.told(text, "{\"mac\":\"m\",\"ips\":[\"i\"],\"portMappings\":[{}]}"));

        assertThat(stdins(calls))
                .containsExactly(
                        "{\"type\":\"a\",\"capabilities\":{\"mac\":true,\"ips\":false,\"dns\":true},\"cniVersion\":\"1.0.0\",\"name\":\"n\","
                                + "\"runtimeConfig\":{\"mac\":\"m\"}}",
                        "{\"type\":\"b\",\"runtimeConfig\":{\"mac\":\"kept\"},\"cniVersion\":\"1.0.0\",\"name\":\"n\"}",
                        "{\"type\":\"c\",\"capabilities\":{\"ips\":true},\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"runtimeConfig\":{\"ips\":[\"i\"]}}");
    }

    @Test
    void addressesThatThePodAsksForArePassedBehindTheOthers() {
        var delegate = Delegated.asking(Delegated.other(Delegated.list("n", "a"), "net1"), "m", "10.0.0.1", "::1/64");

        assertThat(calls(delegate).add(0, Optional.empty()).call().environment().get("CNI_ARGS"))
                .endsWith(";K8S_POD_UID=u1;x=y=z;MAC=m;IP=10.0.0.1,::1/64");
    }

    @Test
    void addressesThatTheRuntimePassesAreThoseOfTheFirstNetwork() {
        var arguments = new DelegateArguments(
                Delegated.POD,
                Delegated.passed(
                        "", new CniArgument("IP", "10.0.0.1"), new CniArgument("MAC", "m"), new CniArgument("k", "v")));

        assertThat(arguments.of(Delegated.first(Delegated.list("n", "a"))).subList(5, 8))
                .extracting(CniArgument::toString)
                .containsExactly("IP=10.0.0.1", "MAC=m", "k=v");
        assertThat(arguments
                        .of(Delegated.other(Delegated.list("n", "a"), "net1"))
                        .subList(5, 6))
                .extracting(CniArgument::toString)
                .containsExactly("k=v");
    }

    @Test
    void deletionGoesBackwardsWithTheResultOfAddition() {
        var calls = Delegated.valueOf(calls(Delegated.first(Delegated.list("n", "a", "b", "c")))
                        .delete(Optional.of(RESULT)))
                .toList();

        assertThat(calls).extracting(planned -> planned.plugin().type()).containsExactly("c", "b", "a");
        assertThat(calls).allSatisfy(planned -> {
            assertThat(planned.call().command()).isEqualTo(PluginCommand.DEL);
            assertThat(planned.call().stdin()).endsWith("\"prevResult\":" + RESULT + "}");
        });
    }

    /** 100 plugins that are told a result of 1 MiB were more than the daemon's heap. */
    @Test
    void callsOfSeveralPluginsAreMadeOneAtATime() {
        var list = calls(Delegated.first(Delegated.list("n", "a", "b")));
        var unmakeable = new PluginConfig("a", "", Set.of(), "no JSON");
        var chain = list.chain();
        var calls = new NetworkCalls(
                list.delegate(),
                new PluginChain(
                        "n",
                        "1.0.0",
                        true,
                        false,
                        false,
                        true,
                        List.of(unmakeable, chain.plugins().getLast())),
                list.context());

        assertThat(Delegated.valueOf(calls.delete(Optional.of(RESULT)))
                        .iterator()
                        .next()
                        .plugin()
                        .type())
                .as("no more than the first call is made")
                .isEqualTo("b");
    }

    @Test
    void pluginsOfOldVersionsAreToldNoResultOnDeletion() {
        var calls = calls(Delegated.first("{\"type\":\"a\",\"name\":\"n\",\"cniVersion\":\"0.3.1\"}"))
                .delete(Optional.of(RESULT));

        assertThat(Delegated.valueOf(calls).toList().getFirst().call().stdin()).doesNotContain("prevResult");
    }

    @Test
    void checkGoesForwardsWhereTheVersionHasIt() {
        var calls = Delegated.valueOf(
                        calls(Delegated.first(Delegated.list("n", "a", "b"))).check(Optional.of(RESULT)))
                .toList();

        assertThat(calls).extracting(planned -> planned.plugin().type()).containsExactly("a", "b");
        assertThat(calls)
                .allSatisfy(planned -> assertThat(planned.call().stdin()).contains(RESULT));
        assertThat(check("\"cniVersion\":\"0.3.1\"")).isEqualTo(new Result.Ok<>(List.of()));
        assertThat(check("\"cniVersion\":\"1.0.0\",\"disableCheck\":true")).isEqualTo(new Result.Ok<>(List.of()));
        assertThat(check("\"cniVersion\":\"x\"")).isInstanceOf(Result.Not.class);
    }

    @Test
    void statusAndGarbageCollectionAreAboutNoSandbox() {
        var calls = calls(Delegated.first("{\"name\":\"n\",\"cniVersion\":\"1.1.0\",\"plugins\":[{\"type\":\"a\"}]}"));

        assertThat(calls.status()).singleElement().satisfies(planned -> {
            assertThat(planned.call().stdin()).isEqualTo("{\"type\":\"a\",\"cniVersion\":\"1.1.0\",\"name\":\"n\"}");
            assertThat(planned.call().environment())
                    .isEqualTo(Map.of("CNI_COMMAND", "STATUS", "CNI_PATH", "/opt/cni/bin:/more", "PATH", PATH));
        });
        assertThat(calls.collectGarbage(List.of(new ValidAttachment("c1", "eth0"))))
                .singleElement()
                .satisfies(planned -> {
                    var valid = "[{\"containerID\":\"c1\",\"ifname\":\"eth0\"}]";
                    assertThat(planned.call().command()).isEqualTo(PluginCommand.GC);
                    assertThat(planned.call().stdin())
                            .isEqualTo(
                                    "{\"type\":\"a\",\"cniVersion\":\"1.1.0\",\"name\":\"n\",\"cni.dev/valid-attachments\":"
                                            + valid + ",\"cni.dev/attachments\":" + valid + "}");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0.0", "0.4.0", "", "x"})
    void versionsWithoutStatusAreNotAsked(String version) {
        var calls = calls(
                Delegated.first("{\"name\":\"n\",\"cniVersion\":\"" + version + "\",\"plugins\":[{\"type\":\"a\"}]}"));

        assertThat(calls.status()).isEmpty();
        assertThat(calls.collectGarbage(List.of())).isEmpty();
    }

    @Test
    void aListThatWantsNoGarbageCollectedIsNotAsked() {
        var calls = calls(Delegated.first(
                "{\"name\":\"n\",\"cniVersion\":\"1.1.0\",\"disableGC\":true,\"plugins\":[{\"type\":\"a\"}]}"));

        assertThat(calls.collectGarbage(List.of())).isEmpty();
        assertThat(calls.status()).hasSize(1);
    }

    @Test
    void aListWithoutPluginsHasNoCalls() {
        var delegate = Delegated.first("{\"name\":\"n\",\"Plugins\":[{\"type\":\"a\"}]}");

        assertThat(NetworkCalls.of(delegate, Delegated.CONTEXT))
                .isEqualTo(new Result.Not<>("error parsing configuration list: no 'plugins' key"));
    }

    @Test
    void everyPluginReadsOneObjectInWhichItsOwnMembersStand() {
        var members = arbitrary()
                .pick(
                        "\"a\":1",
                        " \"name\" : \"x\"",
                        "\"Name\":\"y\"",
                        "\"cniVersion\":null",
                        "\"prevResult\":[]",
                        "\"a\":{\"b\":[]}");
        property().forAll(lists().of(members).ofSizeBetween(0, 6)).checkAssert(list -> {
            var plugin = "{\"type\":\"t\""
                    + String.join("", list.stream().map(member -> "," + member).toList()) + "}";
            var stdin = calls(Delegated.first("{\"name\":\"n\",\"cniVersion\":\"1.0.0\",\"plugins\":[" + plugin + "]}"))
                    .add(0, Optional.of(RESULT))
                    .call()
                    .stdin();

            var root = (JsonValue.Members) read(stdin).root();
            assertThat(root.members()).extracting(JsonValue.Member::name).endsWith("cniVersion", "name", "prevResult");
            assertThat(root.goText("name")).contains("n");
            assertThat(root.goText("cniVersion")).contains("1.0.0");
            assertThat(names(root))
                    .isEqualTo(
                            with(names((JsonValue.Members) read(plugin).root()), "name", "cniVersion", "prevResult"));
        });
    }

    private static Set<String> names(JsonValue.Members members) {
        return new HashSet<>(
                members.members().stream().map(JsonValue.Member::name).toList());
    }

    private static Set<String> with(Set<String> names, String... more) {
        var all = new HashSet<>(names);
        all.addAll(List.of(more));
        return all;
    }

    private static JsonText read(String text) {
        return Delegated.valueOf(
                JsonText.read(text, JsonLimits.ofLength(1 << 16).build()));
    }

    private static Result<List<Planned>> check(String members) {
        return calls(Delegated.first("{\"name\":\"n\"," + members + ",\"plugins\":[{\"type\":\"a\"}]}"))
                .check(Optional.empty())
                .map(Stream::toList);
    }

    private static List<String> stdins(NetworkCalls calls) {
        return List.of(0, 1, 2).stream()
                .map(place -> calls.add(place, Optional.empty()).call().stdin())
                .toList();
    }

    private static NetworkCalls calls(Delegate delegate) {
        return Delegated.valueOf(NetworkCalls.of(delegate, Delegated.CONTEXT));
    }
}
