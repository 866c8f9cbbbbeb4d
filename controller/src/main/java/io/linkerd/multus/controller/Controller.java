// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.StandingRefusals;
import io.linkerd.multus.controller.engine.api.ApiTraffic;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.api.RefusedWatches;
import io.linkerd.multus.controller.engine.leadership.Leadership;
import io.linkerd.multus.controller.engine.notices.EventRecorder;
import io.linkerd.multus.controller.engine.notices.Notices;
import io.linkerd.multus.controller.engine.ownership.ReleaseOwner;
import io.linkerd.multus.controller.engine.watch.Namespaces;
import io.linkerd.multus.controller.engine.watch.UnreadObjects;
import io.linkerd.multus.controller.pods.MeshPods;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.health.Health;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The controller at work: every replica watches, so that each is ready to take over; the leader writes. */
public final class Controller implements Health, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Controller.class);

    /** Behind the watches, in case that an event was lost; without any request, since it looks at what was seen. */
    private static final Duration LOOK_AT_ALL = Duration.ofMinutes(5);
    /** Between looks at whether everything has been seen. */
    private static final Duration COMPLETENESS = Duration.ofMillis(50);

    private final List<Duty> duties = new CopyOnWriteArrayList<>();
    private final RefusedWatches refused;
    private final ReleaseOwner owner;
    private final Namespaces namespaces;
    private final Optional<MeshPods> pods;
    private final Leadership leadership;
    private final PrometheusMeterRegistry meters;
    private final Wakeups wakeups = new Wakeups();
    private final Thread caretaker;

    /** Puts everything together; nothing is asked before {@link #start}. */
    public Controller(
            OpenShiftClient client,
            RefusedWatches refused,
            ApiTraffic traffic,
            ControllerSettings settings,
            PrometheusMeterRegistry meters) {
        this.refused = refused;
        this.meters = meters;
        var instance = new Instance(settings.release());
        owner = new ReleaseOwner(client, settings.owner(), () -> each(Duty::lookAtAll));
        var lists = new ClientTransport(client, refused);
        namespaces = new Namespaces(lists, name -> each(duty -> duty.namespaceChanged(name)));
        pods = settings.repair().enabled() && !settings.operator().alone()
                ? Optional.of(new MeshPods(lists, key -> each(duty -> duty.podChanged(key))))
                : Optional.empty();
        leadership = new Leadership(client, settings.lease(), instance, owner::current, this::toldInLease, new Work());
        var unread = new UnreadObjects();
        var _ = unread.add(namespaces::unread);
        var _ = unread.add(() -> pods.stream().flatMap(MeshPods::unread));
        var writes = new ObjectWrites(client, ObjectWrites.LONGEST, leadership::isCurrent);
        var recorder = new EventRecorder(
                client, writes, instance.name(), settings.lease().identity(), InstantSource.system(), meters);
        var context = new ControllerContext(
                client,
                namespaces,
                pods,
                owner::current,
                instance,
                writes,
                () -> leadership.isCurrent() && !traffic.isHeldBack(),
                new Notices(recorder, System::nanoTime),
                recorder,
                meters,
                unread,
                refused,
                new StandingRefusals());
        duties.addAll(Duties.of(context, settings));
        meters.gauge("linkerd_multus_controller_leader", leadership, leader -> leader.isCurrent() ? 1 : 0);
        caretaker = Thread.ofPlatform().name("caretaker").daemon().unstarted(this::takeCare);
    }

    /** Starts to watch, and to run for the leadership as soon as what every duty needs was seen once. */
    public void start() {
        owner.start();
        namespaces.start();
        pods.ifPresent(MeshPods::start);
        each(Duty::watch);
        caretaker.start();
    }

    @Override
    public List<String> whyNotReady() {
        return Stream.concat(
                        Stream.of(
                                namespaces.whyNotReady(),
                                owner.whyNotReady(),
                                leadership.whyNotReady(),
                                refused.whyNotReady()),
                        duties.stream().map(Duty::whyNotReady))
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<String> whyNotAlive() {
        return caretaker.isAlive() && leadership.isAlive()
                ? List.of()
                : List.of("a thread that has to run for ever has ended");
    }

    @Override
    public String metrics() {
        return meters.scrape();
    }

    @Override
    public void close() {
        wakeups.stop();
        join(caretaker);
        leadership.close();
        each(Duty::close);
        pods.ifPresent(MeshPods::close);
        namespaces.close();
        owner.close();
    }

    private void takeCare() {
        try {
            while (!(namespaces.isComplete() && owner.isComplete()) && !wakeups.isStopped()) {
                wakeups.pause(COMPLETENESS);
            }
            if (!wakeups.isStopped()) {
                log.atInfo().log("namespaces and owner have been seen; running for the leadership");
                leadership.start();
            }
            lookAfterDuties();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A duty may wait long for its kind, or for rights; the others go on meanwhile. */
    private void lookAfterDuties() throws InterruptedException {
        var waiting = new ArrayList<>(duties);
        long lastLook = System.nanoTime();
        while (!wakeups.isStopped()) {
            boolean anyCame = waiting.removeIf(Duty::isComplete);
            if (anyCame || System.nanoTime() - lastLook >= LOOK_AT_ALL.toNanos()) {
                each(Duty::lookAtAll);
                lastLook = System.nanoTime();
            }
            wakeups.pause(waiting.isEmpty() ? LOOK_AT_ALL : COMPLETENESS);
        }
    }

    private void each(Consumer<Duty> action) {
        duties.forEach(action);
    }

    private Map<String, String> toldInLease() {
        var told = new HashMap<String, String>();
        each(duty -> told.putAll(duty.toldInLease()));
        return Map.copyOf(told);
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
            each(Duty::begin);
        }

        @Override
        public void lost() {
            each(Duty::end);
        }
    }
}
