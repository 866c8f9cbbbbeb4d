// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.requests.Endpoint;
import io.linkerd.multus.daemon.server.Answer;
import io.linkerd.multus.daemon.server.ContainerTurns;
import io.linkerd.multus.daemon.server.RequestHandler;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A spool on the disk, and a daemon that notes the interfaces that it is asked to take away; a container's requests go one after another. */
final class SpooledFiles implements RequestHandler {
    private static final Duration LONG = Duration.ofSeconds(30);

    final Path folder;

    /** The containers and interfaces whose DEL was carried out, in that order. */
    final List<String> done = new CopyOnWriteArrayList<>();

    /** Those whose plugin fails. */
    final Set<String> failing = ConcurrentHashMap.newKeySet();

    /** Those whose DEL is ended by a fault of the daemon. */
    final Set<String> faulty = ConcurrentHashMap.newKeySet();

    private final Instant start = Instant.parse("2026-01-01T00:00:00Z");
    private final AtomicLong now = new AtomicLong();

    /** Whether a fault of the daemon ends the next look. */
    volatile boolean isFaulty;

    SpooledFiles(Path parent) throws IOException {
        folder = Files.createDirectory(
                parent.resolve("spool"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    Spool spool(FileCalls calls) throws IOException {
        var random = new Random(1);
        return new Spool(
                folder,
                new DurableFiles(calls, random),
                Ownership.ofThisProcess(),
                this,
                new Clocks(this::instant, now::get),
                random);
    }

    private Instant instant() {
        if (isFaulty) {
            isFaulty = false;
            throw new IllegalStateException("planned");
        }
        return start.plusNanos(now.get());
    }

    Spool spool() throws IOException {
        return spool(FileCalls.ofTheSystem());
    }

    void replay(Spool spool) throws InterruptedException {
        spool.replayAll(
                (work, deadline) -> work.carryOut(deadline, SpooledFiles::atOnce), Deadline.in(LONG, System::nanoTime));
    }

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    /** Keeps a DEL as a shim does, so many seconds after the first one. */
    Path keep(String container, String interfaceName, long second) throws IOException {
        return write(container + "-" + interfaceName + "-00.json", request("DEL", container, interfaceName), second);
    }

    Path write(String name, String text, long second) throws IOException {
        var file = Files.writeString(folder.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return Files.setLastModifiedTime(file, FileTime.from(start.plusSeconds(second)));
    }

    static String request(String command, String container, String interfaceName) {
        return "{\"env\":{\"CNI_COMMAND\":\"" + command + "\",\"CNI_CONTAINERID\":\"" + container
                + "\",\"CNI_NETNS\":\"\",\"CNI_IFNAME\":\"" + interfaceName
                + "\",\"CNI_ARGS\":\"K8S_POD_NAMESPACE=n;K8S_POD_NAME=p\"},\"config\":\"e30=\"}";
    }

    Set<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).collect(TreeSet::new, Set::add, Set::addAll);
        }
    }

    static <T> Result<T> atOnce(String container, Supplier<T> part, Deadline deadline) {
        return new Result.Ok<>(part.get());
    }

    @Override
    public Work read(Endpoint endpoint, byte[] body) {
        var text = new String(body, UTF_8);
        var container = value(text, "CNI_CONTAINERID");
        var name = container + "/" + value(text, "CNI_IFNAME");
        return new Work() {
            @Override
            public Optional<String> container() {
                return Optional.of(container);
            }

            @Override
            public Answer carryOut(Deadline deadline, ContainerTurns turns) {
                if (faulty.contains(name)) {
                    throw new IllegalStateException("planned");
                }
                if (failing.contains(name)) {
                    return Answer.failed(100, "planned", "");
                }
                done.add(name);
                return Answer.done();
            }
        };
    }

    private static String value(String text, String variable) {
        int at = text.indexOf(variable) + variable.length() + 3;
        return text.substring(at, text.indexOf('"', at));
    }
}
