// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelegateRunTest {
    private static final CniError BROKEN = new CniError(11, "broken", "pipe");
    private static final String ADDING = "[shop/cart/u1:%s]: error adding container to network \"%s\": ";
    private static final List<Delegate> NETWORKS = List.of(
            Delegated.first(Delegated.list("main", "a", "b")),
            Delegated.other("{\"cniVersion\":\"0.3.1\",\"name\":\"plain\",\"type\":\"c\"}", "net1"),
            Delegated.other(Delegated.list("last", "d", "e", "f"), "net2"));

    private final FakeNode node = new FakeNode();

    @Test
    void networksAreAddedOneAfterAnotherAndEachPluginIsToldTheResultOfTheOneBefore() {
        var outcome = add(NETWORKS);

        assertThat(node.calls)
                .containsExactly("ADD a eth0", "ADD b eth0", "ADD c net1", "ADD d net2", "ADD e net2", "ADD f net2");
        assertThat(outcome).isInstanceOfSatisfying(AddOutcome.Added.class, added -> {
            assertThat(added.networks()).extracting(AddedNetwork::delegate).isEqualTo(NETWORKS);
            assertThat(added.networks())
                    .extracting(AddedNetwork::result)
                    .containsExactly(
                            "{\"from\":\"b\",\"seen\":\"a\",\"cniVersion\":\"1.0.0\"}",
                            "{\"from\":\"c\",\"seen\":null,\"cniVersion\":\"0.3.1\"}",
                            "{\"from\":\"f\",\"seen\":\"e\",\"cniVersion\":\"1.0.0\"}");
        });
        assertThat(node.results).containsOnlyKeys("eth0", "net1", "net2");
    }

    @Test
    void aFailureTakesAllAwayTheFailingOneFirst() {
        node.fails(5, BROKEN);

        assertThat(add(NETWORKS))
                .isEqualTo(new AddOutcome.NotAdded(
                        new CniError(
                                11,
                                ADDING.formatted("last", "last") + "plugin type=\"e\" failed (add): broken; pipe",
                                ""),
                        List.of()));
        assertThat(node.calls.subList(5, node.calls.size()))
                .containsExactly("DEL f net2", "DEL e net2", "DEL d net2", "DEL c net1", "DEL b eth0", "DEL a eth0");
        assertThat(node.attached).isEmpty();
        assertThat(node.results).isEmpty();
        assertThat(node.stdins.get(5)).doesNotContain("prevResult");
        assertThat(node.stdins.get(8)).as("of a version without it").doesNotContain("prevResult");
        assertThat(node.stdins.get(9)).contains("\"prevResult\":{\"from\":\"b\"");
    }

    @Test
    void aFailureOfOnePluginByItselfIsToldWithoutItsType() {
        node.fails(3, BROKEN);

        assertThat(add(NETWORKS))
                .isInstanceOfSatisfying(
                        AddOutcome.NotAdded.class,
                        outcome -> assertThat(outcome.why())
                                .isEqualTo(new CniError(11, ADDING.formatted("plain", "plain") + "broken; pipe", "")));
    }

    @Test
    void whatCannotBeTakenAwayAgainIsTold() {
        node.fails(3, BROKEN).fails(4, new CniError(0, "stuck", ""));

        assertThat(add(NETWORKS))
                .isInstanceOfSatisfying(
                        AddOutcome.NotAdded.class,
                        outcome -> assertThat(outcome.leftovers())
                                .containsExactly(new CniError(
                                        0,
                                        "DelegateDel: error invoking DelegateDel - \"c\": error in getting result from DelNetwork: stuck",
                                        "")));
        assertThat(node.attached).containsExactly("c net1");
    }

    @Test
    void aPluginThatPrintsNoResultFails() {
        node.prints(2, "Segmentation fault");

        assertThat(add(NETWORKS)).isInstanceOfSatisfying(AddOutcome.NotAdded.class, outcome -> {
            assertThat(outcome.why().code()).isEqualTo(6);
            assertThat(outcome.why().message())
                    .startsWith(ADDING.formatted("main", "main")
                            + "plugin type=\"b\" failed (add): failed to unmarshal raw result: ");
        });
        assertThat(node.attached).isEmpty();
    }

    @Test
    void aPluginThatIsNotThereFails() {
        var outcome = add(List.of(Delegated.first("{\"type\":\"absent\",\"name\":\"n\"}")));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        AddOutcome.NotAdded.class,
                        not -> assertThat(not.why())
                                .isEqualTo(CniError.of(ADDING.formatted("n", "n")
                                        + "failed to find plugin \"absent\" in path [/opt/cni/bin]")));
    }

    @Test
    void anInterfaceThatCannotBeMadeFailsBeforeAnyPluginOfIt() {
        node.refuses("net1", CniError.of("validateIfName: interface name net1 already exists"));

        assertThat(add(NETWORKS))
                .isInstanceOfSatisfying(
                        AddOutcome.NotAdded.class,
                        outcome -> assertThat(outcome.why())
                                .isEqualTo(
                                        CniError.of(
                                                ADDING.formatted("plain", "plain")
                                                        + "DelegateAdd: cannot set \"c\" interface name to \"net1\": validateIfName: interface name net1 already exists")));
        assertThat(node.calls)
                .as("the interface that is there is another network's")
                .containsExactly("ADD a eth0", "ADD b eth0", "DEL b eth0", "DEL a eth0");
    }

    /** Upstream leaves the networks as they are when a route cannot be changed. */
    @Test
    void whatCannotBeDoneBesideTakesAllAwayToo() {
        node.keepsNot("net1", CniError.of("Multus: [shop/cart/u1]: error setting default gateway: no route"));

        assertThat(add(NETWORKS))
                .isEqualTo(new AddOutcome.NotAdded(
                        CniError.of("Multus: [shop/cart/u1]: error setting default gateway: no route"), List.of()));
        assertThat(node.calls)
                .containsExactly("ADD a eth0", "ADD b eth0", "ADD c net1", "DEL c net1", "DEL b eth0", "DEL a eth0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "''|n|eth0|3|missing containerID|''",
                "c 1|n|eth0|4|invalid characters in containerID|c 1",
                "c1||eth0|7|missing network name:|''",
                "c1|a/b|eth0|7|invalid characters found in network name|a/b",
                "c1|n|''|4|interface name is empty|''",
                "c1|n|0123456789abcdef|4|interface name is too long|interface name should be less than 16 characters",
                "c1|n|.|4|interface name is . or ..|''",
                "c1|n|a:b|4|interface name contains / or : or whitespace characters|''",
            })
    void namesThatNoPluginMayBeCalledWithFail(
            String containerId, String network, String interfaceName, int code, String message, String details) {
        var name = network == null ? "" : network;

        assertThat(NameRules.problem(containerId, name, interfaceName)).contains(new CniError(code, message, details));
        var delegate = Delegated.other("{\"type\":\"c\",\"name\":\"" + name + "\"}", interfaceName);
        assertThat(run().add(List.of(delegate), Delegated.context(containerId), node, deadline()))
                .isInstanceOfSatisfying(AddOutcome.NotAdded.class, outcome -> {
                    assertThat(outcome.why().code()).isEqualTo(code);
                    assertThat(outcome.why().message()).contains(message);
                });
        assertThat(node.calls).noneMatch(call -> call.startsWith("ADD"));
    }

    @Test
    void aConfigurationThatCannotBeReadFails() {
        assertThat(add(List.of(Delegated.first("{\"plugins\":[{\"type\":\"a\"}]}"))))
                .isInstanceOfSatisfying(
                        AddOutcome.NotAdded.class,
                        outcome -> assertThat(outcome.why().message())
                                .endsWith(
                                        "conflistAdd: error converting the raw bytes into a conflist: error parsing configuration list: no name"));
    }

    @Test
    void deletionGoesBackwardsAndTriesEachNetwork() {
        add(NETWORKS);
        node.calls.clear();
        node.fails(2, new CniError(7, "no", "")).fails(3, CniError.of("nor this"));

        var outcome = run().delete(NETWORKS, Delegated.CONTEXT, node, deadline());

        assertThat(node.calls)
                .as("the rest of a list is left")
                .containsExactly("DEL f net2", "DEL e net2", "DEL c net1", "DEL b eth0", "DEL a eth0");
        assertThat(outcome.error())
                .contains(new CniError(
                        7,
                        "DelegateDel: error invoking ConflistDel - \"last\": conflistDel: error in getting result from DelNetworkList:"
                                + " plugin type=\"e\" failed (delete): no"
                                + " / DelegateDel: error invoking DelegateDel - \"c\": error in getting result from DelNetwork: nor this",
                        ""));
        assertThat(node.results).containsOnlyKeys("net1", "net2");
    }

    @Test
    void deletionTriesTheOthersWhereOneCannotBeRead() {
        var broken = Delegated.other("{", "net1");

        var outcome = run().delete(List.of(NETWORKS.getFirst(), broken), Delegated.CONTEXT, node, deadline());

        assertThat(node.calls).containsExactly("DEL b eth0", "DEL a eth0");
        assertThat(outcome.errors())
                .singleElement()
                .satisfies(
                        error -> assertThat(error.message())
                                .startsWith(
                                        "DelegateDel: error invoking ConflistDel - \"broken\": conflistDel: error converting the raw bytes into a conflist: "));
    }

    @ParameterizedTest
    @CsvSource({
        "true, stuck, true",
        "true, stat /x: no such file or directory, false",
        "false, stuck, false",
        "true, '', false"
    })
    void anotherDeletionIsWantedWhereSoConfigured(boolean retry, String error, boolean wanted) {
        var errors = error.isEmpty() ? List.<CniError>of() : List.of(CniError.of(error));

        assertThat(new DeleteOutcome(errors).isToBeRetried(retry)).isEqualTo(wanted);
    }

    /** One that is refused for good says nothing of the network that was broken off. */
    @ParameterizedTest
    @CsvSource({"7, 11, 11", "11, 7, 11", "0, 11, 11", "7, 100, 7", "0, 100, 100", "0, 0, 0"})
    void aNetworkThatIsLeftForAnotherTryIsNotHiddenByOneThatIsRefused(int first, int second, int code) {
        var errors = List.of(new CniError(first, "one"), new CniError(second, "other"));

        assertThat(new DeleteOutcome(errors).error())
                .hasValueSatisfying(error -> assertThat(error.code()).isEqualTo(code));
    }

    @Test
    void checkEndsWithTheFirstThatIsNotAsItWas() {
        add(NETWORKS);
        node.calls.clear();
        node.fails(4, new CniError(101, "gone", ""));

        assertThat(run().check(NETWORKS, Delegated.CONTEXT, node, deadline()))
                .contains(new CniError(
                        101,
                        "DelegateCheck: error invoking ConflistCheck - \"last\": conflistCheck: error in getting result from CheckNetworkList: gone",
                        ""));
        assertThat(node.calls)
                .as("0.3.1 has no CHECK")
                .containsExactly("CHECK a eth0", "CHECK b eth0", "CHECK d net2", "CHECK e net2");
        assertThat(node.stdins.getLast()).contains("\"prevResult\":{\"from\":\"f\"");
    }

    @Test
    void checkTellsOfOnePluginByItself() {
        node.fails(1, CniError.of("gone"));
        var plain = Delegated.first("{\"cniVersion\":\"1.0.0\",\"name\":\"plain\",\"type\":\"c\"}");

        assertThat(run().check(List.of(plain), Delegated.CONTEXT, node, deadline()))
                .contains(
                        CniError.of(
                                "DelegateCheck: error invoking DelegateCheck - \"c\": error in getting result from CheckNetwork: gone"));
        assertThat(run().check(List.of(plain), Delegated.CONTEXT, node, deadline()))
                .isEmpty();
    }

    @Test
    void statusIsThatOfTheFirstPluginThatIsNotReady() {
        var delegate = Delegated.first(
                "{\"cniVersion\":\"1.1.0\",\"name\":\"n\",\"plugins\":[{\"type\":\"a\"},{\"type\":\"b\"},{\"type\":\"c\"}]}");
        node.fails(2, new CniError(50, "not ready", "yet"));

        assertThat(run().status(delegate, Delegated.CONTEXT, deadline()))
                .contains(new CniError(50, "not ready", "yet"));
        assertThat(node.calls).containsExactly("STATUS a", "STATUS b");
        assertThat(run().status(delegate, Delegated.CONTEXT, deadline())).isEmpty();
    }

    @Test
    void aNetworkWhosePluginIsNotThereIsNotReady() {
        var delegate = Delegated.first("{\"cniVersion\":\"1.1.0\",\"name\":\"n\",\"plugins\":[{\"type\":\"absent\"}]}");

        assertThat(run().status(delegate, Delegated.CONTEXT, deadline()))
                .contains(CniError.of(
                        "error in STATUS command: failed to find plugin \"absent\" in path [/opt/cni/bin]"));
    }

    @Test
    void eachPluginIsAskedToCollectGarbage() {
        var delegate = Delegated.first(
                "{\"cniVersion\":\"1.1.0\",\"name\":\"n\",\"plugins\":[{\"type\":\"a\"},{\"type\":\"b\"}]}");
        node.fails(1, CniError.of("full"));

        assertThat(run().collectGarbage(delegate, Delegated.CONTEXT, List.of(), deadline()))
                .containsExactly(CniError.of("failed to GC plugin a: full"));
        assertThat(node.calls).containsExactly("GC a", "GC b");
    }

    @Test
    void wheneverAnAddFailsNothingIsLeft() {
        var shapes = lists().of(integers().between(1, 4)).ofSizeBetween(1, 5);
        property().forAll(shapes, integers().between(1, 25)).checkAssert((sizes, failing) -> {
            var fake = new FakeNode().fails(failing, BROKEN);
            var networks = networks(sizes);
            int all = sizes.stream().mapToInt(size -> size).sum();

            var outcome = new DelegateRun(fake, Duration.ofSeconds(5), System::nanoTime)
                    .add(networks, Delegated.CONTEXT, fake, deadline());

            if (failing <= all) {
                assertThat(outcome).isInstanceOf(AddOutcome.NotAdded.class);
                assertThat(fake.attached).isEmpty();
                assertThat(fake.results).isEmpty();
            } else {
                assertThat(outcome).isInstanceOf(AddOutcome.Added.class);
                assertThat(fake.calls).hasSize(all).allMatch(call -> call.startsWith("ADD"));
                assertThat(fake.results.values())
                        .allSatisfy(result -> assertThat(FakeNode.from(result)).isPresent());
                assertThat(fake.attached).hasSize(all);
            }
        });
    }

    @Test
    void wheneverAFaultEndsAnAddNothingIsLeft() {
        var shapes = lists().of(integers().between(1, 4)).ofSizeBetween(1, 5);
        property().forAll(shapes, integers().between(1, 25)).checkAssert((sizes, failing) -> {
            var fake = new FakeNode();
            Plugins plugins = (call, own) -> {
                var answer = fake.call(call, own);
                if (fake.calls.size() == failing) {
                    throw new IllegalStateException("planned");
                }
                return answer;
            };
            int all = sizes.stream().mapToInt(size -> size).sum();

            var outcome = new DelegateRun(plugins, Duration.ofSeconds(5), System::nanoTime)
                    .add(networks(sizes), Delegated.CONTEXT, fake, deadline());

            if (failing <= all) {
                assertThat(outcome).isEqualTo(new AddOutcome.NotAdded(CniError.ofFault(), List.of()));
                assertThat(fake.attached).isEmpty();
                assertThat(fake.results).isEmpty();
            }
        });
    }

    /** One of that name may be there, which another request has made. */
    @Test
    void aFaultBeforeTheFirstPluginTakesNoInterfaceAway() {
        node.faultBefore("net1");

        assertThat(add(NETWORKS)).isEqualTo(new AddOutcome.NotAdded(CniError.ofFault(), List.of()));
        assertThat(node.calls).containsExactly("ADD a eth0", "ADD b eth0", "DEL b eth0", "DEL a eth0");
    }

    @Test
    void aFaultWithOneNetworkKeepsNoOtherThere() {
        add(NETWORKS);
        Plugins plugins = (call, own) -> {
            if (call.type().equals("c")) {
                throw new StackOverflowError("planned");
            }
            return node.call(call, own);
        };

        var outcome = new DelegateRun(plugins, Duration.ofSeconds(5), System::nanoTime)
                .delete(NETWORKS, Delegated.CONTEXT, node, deadline());

        assertThat(outcome.errors()).containsExactly(CniError.ofFault());
        assertThat(outcome.error())
                .map(CniError::code)
                .contains(CniError.TRY_AGAIN_LATER); // by which the shim keeps the DEL
        assertThat(node.attached).containsExactly("c net1");
    }

    @Test
    void anAddWhoseCallerHasGoneAwayIsUndoneAllTheSame() {
        var deadline = deadline();
        Plugins plugins = (call, own) -> {
            if (call.type().equals("b")) {
                deadline.abandon();
            }
            return own.left().isZero() ? new PluginAnswer.Failed(BROKEN) : node.call(call, own);
        };

        var outcome = new DelegateRun(plugins, Duration.ofSeconds(5), System::nanoTime)
                .add(NETWORKS, Delegated.CONTEXT, node, deadline);

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        AddOutcome.NotAdded.class,
                        not -> assertThat(not.leftovers()).isEmpty());
        assertThat(node.calls).containsExactly("ADD a eth0", "DEL b eth0", "DEL a eth0");
    }

    @Test
    void deletionIsAdditionBackwards() {
        var shapes = lists().of(integers().between(1, 4)).ofSizeBetween(1, 5);
        property().forAll(shapes).checkAssert(sizes -> {
            var fake = new FakeNode();
            var run = new DelegateRun(fake, Duration.ofSeconds(5), System::nanoTime);
            run.add(networks(sizes), Delegated.CONTEXT, fake, deadline());
            var added =
                    fake.calls.stream().map(call -> call.replace("ADD", "DEL")).toList();
            fake.calls.clear();

            assertThat(run.delete(networks(sizes), Delegated.CONTEXT, fake, deadline())
                            .error())
                    .isEmpty();

            assertThat(fake.calls).isEqualTo(added.reversed());
            assertThat(fake.attached).isEmpty();
            assertThat(fake.results).isEmpty();
        });
    }

    private static List<Delegate> networks(List<Integer> sizes) {
        return IntStream.range(0, sizes.size())
                .mapToObj(place -> {
                    var types = IntStream.range(0, sizes.get(place))
                            .mapToObj(plugin -> "t" + plugin)
                            .toArray(String[]::new);
                    return place == 0
                            ? Delegated.first(Delegated.list("n0", types))
                            : Delegated.other(Delegated.list("n" + place, types), "net" + place);
                })
                .toList();
    }

    private AddOutcome add(List<Delegate> delegates) {
        return run().add(delegates, Delegated.CONTEXT, node, deadline());
    }

    private DelegateRun run() {
        return new DelegateRun(node, Duration.ofSeconds(5), System::nanoTime);
    }

    private static Deadline deadline() {
        return Deadline.in(Duration.ofMinutes(1), System::nanoTime);
    }
}
