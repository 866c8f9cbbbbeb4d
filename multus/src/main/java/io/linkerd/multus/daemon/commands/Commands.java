// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.daemon.config.NetConf;
import io.linkerd.multus.daemon.requests.CniCommand;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.daemon.requests.CniRequest;
import io.linkerd.multus.daemon.requests.CniRequest.OfContainer;
import io.linkerd.multus.daemon.requests.CniRequest.OfNetwork;
import io.linkerd.multus.daemon.requests.Endpoint;
import io.linkerd.multus.daemon.requests.RequestReader;
import io.linkerd.multus.daemon.requests.RequestReading;
import io.linkerd.multus.daemon.requests.RequestRefusal;
import io.linkerd.multus.daemon.results.ResultVersion;
import io.linkerd.multus.daemon.server.Answer;
import io.linkerd.multus.daemon.server.ContainerTurns;
import io.linkerd.multus.daemon.server.RequestHandler;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Pauses;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out the requests that the daemon's socket is sent. */
public final class Commands implements RequestHandler {
    private static final Logger log = LoggerFactory.getLogger(Commands.class);

    private final DaemonConfig config;
    private final Node node;
    private final AddCommand add;
    private final DeleteCommand delete;
    private final CheckCommand check;
    private final NetworkCommand network;
    private final HotPlug hotPlug;
    private final Readiness readiness;

    private final ContainersInWork inWork = new ContainersInWork();
    private final ConfigurationRoom room = new ConfigurationRoom();

    /** {@code pauses} are between two looks at the readiness indicator file of a request. */
    public Commands(DaemonConfig config, ClusterAccess cluster, Node node, UnknownPods unknownPods, Pauses pauses) {
        this.config = config;
        this.node = node;
        this.add = new AddCommand(cluster, node, unknownPods);
        this.delete = new DeleteCommand(cluster, node);
        this.check = new CheckCommand(node);
        this.network = new NetworkCommand(cluster, node, room);
        this.hotPlug = new HotPlug(node);
        this.readiness = new Readiness(pauses);
    }

    @Override
    public Work read(Endpoint endpoint, byte[] body) {
        boolean isHotPlug = endpoint == Endpoint.DELEGATE;
        return switch (RequestReader.read(body, endpoint)) {
            case RequestReading.Refused(var refusal) -> work(Optional.empty(), (_, _) -> Outcome.answer(refusal));
            case RequestReading.Read(OfContainer request) ->
                work(
                        Optional.of(request.containerId().value()),
                        (deadline, _) -> working(request, isHotPlug, deadline));
            case RequestReading.Read(OfNetwork request) ->
                work(
                        Optional.empty(),
                        (deadline, turns) -> isHotPlug
                                ? told(
                                        hotPlug.status(request.config(), config.defaults(), deadline),
                                        request,
                                        ResultVersion.NEWEST)
                                : withConf(
                                        request,
                                        deadline,
                                        (conf, json) -> request.command() == CniCommand.GC
                                                ? collectGarbage(conf, json, turns, deadline)
                                                : network.status(conf, deadline)));
        };
    }

    private Answer working(OfContainer request, boolean isHotPlug, Deadline deadline) {
        var container = request.containerId().value();
        inWork.begin(container);
        try (var share = room.share()) {
            return isHotPlug
                    ? told(
                            hotPlug.carryOut(request, command(request, config.defaults(), share), deadline),
                            request,
                            ResultVersion.NEWEST)
                    : withConf(
                            request, deadline, (conf, _) -> carryOut(request, command(request, conf, share), deadline));
        } finally {
            inWork.end(container);
        }
    }

    private ContainerCommand command(OfContainer request, NetConf conf, ConfigurationRoom.Share share) {
        return ContainerCommand.of(request, conf, node.caches().apply(conf.cniDir()), share);
    }

    private Outcome carryOut(OfContainer request, ContainerCommand command, Deadline deadline) {
        return switch (request.command()) {
            case ADD -> add.carryOut(command, deadline);
            case DEL -> delete.carryOut(command, deadline);
            case CHECK -> check.carryOut(command, deadline);
            case GC, STATUS, VERSION ->
                throw new IllegalArgumentException(request.command() + " is about no container");
        };
    }

    private Outcome collectGarbage(NetConf conf, JsonText json, ContainerTurns turns, Deadline deadline) {
        try (var watch = inWork.watch()) {
            return network.collectGarbage(conf, json, new ContainersAtRest(watch::seen, turns), deadline);
        }
    }

    private interface Use {
        Outcome of(NetConf conf, JsonText json);
    }

    private Answer withConf(CniRequest request, Deadline deadline, Use use) {
        return switch (config.overlay().onto(request.config())) {
            case Result.Not<JsonText>(var reason) -> Outcome.answer(RequestRefusal.badArguments(reason));
            case Result.Ok<JsonText>(var json) ->
                switch (NetConf.read(json)) {
                    case Result.Not<NetConf>(var reason) ->
                        Outcome.answer(request.refused("Multus: error loading netconf: " + reason));
                    case Result.Ok<NetConf>(var conf) ->
                        told(
                                inWords(
                                        unready(request, conf, deadline)
                                                .<Outcome>map(Outcome.Failed::new)
                                                .orElseGet(() -> use.of(conf, json)),
                                        request,
                                        conf),
                                request,
                                ResultVersion.toldFor(conf.cniVersion()));
                };
        };
    }

    /** {@return why an ADD cannot be begun yet} Others need no network that is ready, and STATUS says itself that there is none. */
    private Optional<CniError> unready(CniRequest request, NetConf conf, Deadline deadline) {
        return conf.readinessIndicatorFile()
                .filter(file -> request.command() == CniCommand.ADD && !readiness.awaits(file, deadline))
                .map(file -> new CniError(
                        CniError.TRY_AGAIN_LATER,
                        "Multus: have you checked that your default network is ready? still waiting for"
                                + " readinessindicatorfile @ " + file));
    }

    /** {@return the outcome without an error's code, where upstream has none and it is to be as upstream's} A DEL has its own for the spool. */
    private static Outcome inWords(Outcome outcome, CniRequest request, NetConf conf) {
        boolean isWithoutCode = request.command() == CniCommand.ADD || request.command() == CniCommand.CHECK;
        return conf.upstreamErrorCodes() && isWithoutCode && outcome instanceof Outcome.Failed(var why)
                ? new Outcome.Failed(CniError.of(why.text()))
                : outcome;
    }

    private static Answer told(Outcome outcome, CniRequest request, ResultVersion version) {
        if (outcome instanceof Outcome.Failed(var why)) {
            log.atWarn()
                    .addKeyValue("command", request.command())
                    .addKeyValue("code", why.code())
                    .addKeyValue("reason", GoText.printable(request.errored(why.text())))
                    .log("a command failed; the container runtime is told why");
        }
        return outcome.answer(request, version);
    }

    private static Work work(Optional<String> container, BiFunction<Deadline, ContainerTurns, Answer> carryOut) {
        return new Work() {
            @Override
            public Optional<String> container() {
                return container;
            }

            @Override
            public Answer carryOut(Deadline deadline, ContainerTurns turns) {
                return carryOut.apply(deadline, turns);
            }
        };
    }
}
