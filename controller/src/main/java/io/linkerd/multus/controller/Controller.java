// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.controller.attachments.NetworkAttachments;
import io.linkerd.multus.controller.concerns.Concern;
import io.linkerd.multus.controller.concerns.Surroundings;
import io.linkerd.multus.controller.health.Health;
import io.linkerd.multus.controller.leadership.Leadership;
import io.linkerd.multus.controller.namespaces.Namespaces;
import io.linkerd.multus.controller.notices.EventTeller;
import io.linkerd.multus.controller.notices.Notices;
import io.linkerd.multus.controller.ownership.ReleaseOwner;
import io.linkerd.multus.controller.scc.SccBindings;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller at work: every replica watches, so that each is ready to take over; the leader writes.
 */
public final class Controller implements Health, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Controller.class);
    /** Behind the watches, in case that an event was lost; without any request, since it looks at what was seen. */
    private static final Duration LOOK_AT_ALL = Duration.ofMinutes(5);
    /** Between looks at whether everything has been seen. */
    private static final Duration COMPLETENESS = Duration.ofMillis(50);

    private final List<Concern> concerns = new CopyOnWriteArrayList<>();
    private final ReleaseOwner owner;
    private final Namespaces namespaces;
    private final Leadership leadership;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread caretaker;

    /** Starts to watch, and to run for the leadership as soon as everything was seen once. */
    public Controller(OpenShiftClient client, ControllerSettings settings, MeterRegistry meters) {
        owner = ReleaseOwner.follow(client, settings.owner(), () -> concerns.forEach(Concern::lookAtAll));
        namespaces = new Namespaces(client, name -> concerns.forEach(concern -> concern.namespaceChanged(name)));
        leadership = new Leadership(client, settings.lease(), owner::current, new Work());
        var teller = new EventTeller(
                client,
                settings.lease().identity(),
                InstantSource.system(),
                () -> meters.counter("linkerd_multus_controller_writes", "kind", "event", "verb", "apply")
                        .increment());
        var given = new Surroundings(
                client,
                settings,
                namespaces,
                owner::current,
                leadership::isCurrent,
                new Notices(teller, System::nanoTime),
                meters);
        concerns.addAll(List.of(new NetworkAttachments(given), new SccBindings(given)));
        meters.gauge("linkerd_multus_controller_leader", leadership, leader -> leader.isCurrent() ? 1 : 0);
        caretaker = Thread.ofPlatform().name("caretaker").daemon().start(this::takeCare);
    }

    @Override
    public Optional<String> whyNotReady() {
        return Stream.concat(
                        Stream.of(namespaces.missing(), owner.missing()),
                        concerns.stream().map(Concern::missing))
                .flatMap(Optional::stream)
                .reduce((first, second) -> first + "; " + second);
    }

    @Override
    public Optional<String> whyNotAlive() {
        return caretaker.isAlive() && leadership.isAlive()
                ? Optional.empty()
                : Optional.of("a thread that has to run for ever has ended");
    }

    @Override
    public void close() {
        closing.countDown();
        join(caretaker);
        leadership.close();
        concerns.forEach(Concern::close);
        namespaces.close();
        owner.close();
    }

    private void takeCare() {
        try {
            while (whyNotReady().isPresent()) {
                if (closing.await(COMPLETENESS.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
            log.atInfo().log("everything has been seen once; running for the leadership");
            leadership.start();
            while (!closing.await(LOOK_AT_ALL.toMillis(), TimeUnit.MILLISECONDS)) {
                each(Concern::lookAtAll);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void each(Consumer<Concern> action) {
        concerns.forEach(action);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Work implements Leadership.Listener {
        @Override
        public void gained() {
            each(Concern::begin);
        }

        @Override
        public void lost() {
            each(Concern::end);
        }
    }
}
