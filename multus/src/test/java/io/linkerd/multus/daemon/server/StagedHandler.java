// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.daemon.requests.Endpoint;
import io.linkerd.multus.service.clocks.Deadline;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/**
 * Carries out bodies of the form {@code container/name}, where no container means the node, and notes what it did. Work whose name is held goes on
 * until it is let go, or cancelled; stubborn work does not care for that. Work that begins beside other work of its container is a violation.
 */
final class StagedHandler implements RequestHandler {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final Map<String, Semaphore> held = new ConcurrentHashMap<>();
    private final Set<String> stubborn = ConcurrentHashMap.newKeySet();
    private final Set<String> inWork = ConcurrentHashMap.newKeySet();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();

    void hold(String name) {
        held.put(name, new Semaphore(0));
    }

    /** As hold, and a cancellation makes no difference. */
    void holdStubbornly(String name) {
        stubborn.add(name);
        hold(name);
    }

    void letGo(String name) {
        held.computeIfAbsent(name, _ -> new Semaphore(0)).release();
    }

    /** Whatever is in work ends, at the end of a test. */
    void letGoAll() {
        held.values().forEach(gate -> gate.release(1000));
    }

    void answer(String name, Answer answer) {
        answers.put(name, answer);
    }

    List<String> events() {
        return List.copyOf(events);
    }

    /** {@return the names of what was begun, in that order} */
    List<String> begun() {
        return events.stream()
                .filter(event -> event.startsWith("begin "))
                .map(event -> event.substring("begin ".length()))
                .toList();
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    @Override
    public Work read(Endpoint endpoint, byte[] body) {
        var text = new String(body, StandardCharsets.UTF_8);
        if (text.equals("fault")) {
            throw new IllegalStateException("the handler's fault");
        }
        int slash = text.indexOf('/');
        var container = Optional.of(text.substring(0, Math.max(0, slash))).filter(id -> !id.isEmpty());
        return new Staged(container, text.substring(slash + 1));
    }

    private final class Staged implements Work {
        private final Optional<String> container;
        private final String name;

        Staged(Optional<String> container, String name) {
            this.container = container;
            this.name = name;
        }

        @Override
        public Optional<String> container() {
            return container;
        }

        @Override
        public Answer carryOut(Deadline deadline, ContainerTurns turns) {
            events.add("begin " + name);
            container.filter(id -> !inWork.add(id)).ifPresent(violations::add);
            try {
                return mayEnd(deadline) ? ended() : cancelled();
            } finally {
                container.ifPresent(inWork::remove);
            }
        }

        private boolean mayEnd(Deadline deadline) {
            var gate = held.get(name);
            if (gate == null) {
                return true;
            }
            if (stubborn.contains(name)) {
                gate.acquireUninterruptibly();
                return true;
            }
            return deadline.takes(gate, LONG);
        }

        private Answer ended() {
            events.add("end " + name);
            return answers.getOrDefault(name, Answer.done("{\"did\":\"" + name + "\"}"));
        }

        private Answer cancelled() {
            events.add("cancel " + name);
            return Answer.failed(11, "cancelled " + name, "");
        }
    }
}
