// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.requests.CniCommand;
import io.linkerd.multus.daemon.requests.CniRequest.OfContainer;
import io.linkerd.multus.daemon.requests.Endpoint;
import io.linkerd.multus.daemon.requests.RequestReader;
import io.linkerd.multus.daemon.requests.RequestReading;
import io.linkerd.multus.daemon.server.Answer;
import io.linkerd.multus.daemon.server.ContainerTurns;
import io.linkerd.multus.daemon.server.RequestHandler;
import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the DELs that the spool has of a container before an ADD of the same one, in its turn. The ADD goes on whatever comes of them, as it would
 * have if a daemon had taken them when they came; none is left that could take away what was added.
 */
record EarlierDeletes(SpoolFolder folder, RequestHandler next, SpoolEndings endings) implements RequestHandler {
    private static final Logger log = LoggerFactory.getLogger(EarlierDeletes.class);

    /** Of the time that an ADD has, so that enough is left for the ADD. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** How much of a container's ID shims put before a file's name. */
    private static final int LONGEST_IN_NAME = 128;

    @Override
    public Work read(Endpoint endpoint, byte[] body) {
        var work = next.read(endpoint, body);
        return endpoint == Endpoint.CNI
                        && RequestReader.read(body, endpoint) instanceof RequestReading.Read(OfContainer request)
                        && request.command() == CniCommand.ADD
                ? after(request.containerId().value(), work)
                : work;
    }

    private Work after(String container, Work work) {
        return new Work() {
            @Override
            public Optional<String> container() {
                return work.container();
            }

            @Override
            public Answer carryOut(Deadline deadline, ContainerTurns turns) {
                carryOutDeletes(container, deadline, turns);
                return work.carryOut(deadline, turns);
            }
        };
    }

    private void carryOutDeletes(String container, Deadline deadline, ContainerTurns turns) {
        var start = container.substring(0, Math.min(container.length(), LONGEST_IN_NAME)) + "-";
        if (folder.files(name -> name.startsWith(start)) instanceof Result.Ok<List<SpoolFile>>(var files)) {
            files.stream()
                    .filter(file -> file.kind() == SpoolFile.Kind.PRIVATE && isOf(container, file))
                    .sorted(SpoolFile.OLDEST_FIRST)
                    .forEach(file -> carryOut(new Replay(file, container, folder, next), deadline, turns));
        }
    }

    private boolean isOf(String container, SpoolFile file) {
        return folder.read(file) instanceof SpoolReading.Found(var delete)
                && delete.container().equals(container);
    }

    private void carryOut(Replay replay, Deadline deadline, ContainerTurns turns) {
        var own = deadline.atMost(LONGEST);
        try (var _ = deadline.during(own::abandon)) {
            var verdict = verdict(replay, own, turns);
            switch (verdict) {
                case ReplayVerdict.Failed(var _) when deadline.left().isZero() -> {} // nor is the ADD carried out
                case ReplayVerdict.Failed(var reason) -> endings.giveUp(replay.file(), reason);
                case ReplayVerdict.Done _, ReplayVerdict.Refused _ -> endings.answered(replay.file(), verdict);
            }
        }
    }

    private static ReplayVerdict verdict(Replay replay, Deadline deadline, ContainerTurns turns) {
        try {
            return ReplayVerdict.of(replay.inTurn(deadline, turns));
        } catch (RuntimeException | Error fault) {
            log.atError()
                    .addKeyValue("file", replay.file().printable())
                    .setCause(fault)
                    .log("a DEL of the spool was ended by a fault of this daemon; the ADD of its container goes on");
            return new ReplayVerdict.Failed("a fault of the daemon");
        }
    }
}
