// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.notices;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.linkerd.multus.contracts.events.EventNames;
import io.linkerd.multus.contracts.events.EventObject;
import io.linkerd.multus.contracts.events.EventObject.Reporter;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.api.Precondition;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells notices as Events. An Event's name follows from its notice and our release, so that a controller that was restarted finds what it or another
 * one has told lately, and does not tell it anew; what this one has told itself is told again, since its cause has come back.
 */
public final class EventRecorder implements Consumer<Notice> {
    /** An Event that was told at least this recently needs no other. */
    private static final Duration FRESH = Notices.TELL_AGAIN_AFTER.minusMinutes(1);

    private static final ApiResource<Event> EVENTS =
            new ApiResource<>("events", client -> client.v1().events());

    private final KubernetesClient client;
    private final ObjectWrites writes;
    private final String release;
    private final EventNames names;
    private final Reporter reporter;
    private final InstantSource clock;
    private final Instant start;
    private final MeterRegistry meters;

    /**
     * Tells to that API server.
     *
     * @param client reads what was told before
     * @param release ours; another one tells its own
     * @param pod name of ours
     * @param meters where writes are counted
     */
    public EventRecorder(
            KubernetesClient client,
            ObjectWrites writes,
            String release,
            String pod,
            InstantSource clock,
            MeterRegistry meters) {
        this.client = client;
        this.writes = writes;
        this.release = release;
        this.names = new EventNames(release);
        this.reporter = new Reporter(LinkerdMultus.CONTROLLER_FIELD_MANAGER, pod, "");
        this.clock = clock;
        this.start = now();
        this.meters = meters;
    }

    @Override
    public void accept(Notice notice) {
        var name = names.of(notice);
        var before = find(notice, name);
        if (before.filter(this::wasToldByAnother).filter(this::isFresh).isPresent()) {
            return;
        }
        tell(event(notice, name, before, Map.of()));
    }

    /**
     * Tells of something that happened, each time that it happens. One Event stands for all that happened to the subject for that reason: it
     * counts them, and says the last one's message.
     */
    public void happened(Notice notice) {
        happened(notice, Map.of());
    }

    /** Does the same, and leaves word for a controller that leads after this one, as annotations. */
    public void happened(Notice notice, Map<String, String> word) {
        var name = names.ofKind(notice);
        tell(event(notice, name, find(notice, name), word));
    }

    /** {@return when that last happened to the subject, whatever the message, and whichever controller of our release told} */
    public Optional<Occurrence> last(Notice notice) {
        return find(notice, names.ofKind(notice)).flatMap(this::occurrence);
    }

    /** {@return when a controller of our release told that notice last; empty where that was too long ago for its cause to hold still} */
    public Optional<Occurrence> told(Notice notice) {
        return find(notice, names.of(notice)).filter(this::isRecent).flatMap(this::occurrence);
    }

    private Optional<Occurrence> occurrence(Event event) {
        return Optional.ofNullable(event.getLastTimestamp())
                .map(last -> Duration.between(Instant.parse(last), clock.instant()))
                .map(ago -> new Occurrence(
                        ago.isNegative() ? Duration.ZERO : ago,
                        !wasToldByAnother(event),
                        Objects.requireNonNullElse(event.getMetadata().getAnnotations(), Map.of())));
    }

    private Optional<Event> find(Notice notice, String name) {
        return EVENTS.read(client, notice.eventNamespace(), name);
    }

    private void tell(Event event) {
        writes.apply(EVENTS, event, LinkerdMultus.CONTROLLER_FIELD_MANAGER, new Precondition.None());
        meters.counter("linkerd_multus_controller_writes", "kind", "event", "verb", "apply")
                .increment();
    }

    /** By another controller, or by the one before a restart. */
    private boolean wasToldByAnother(Event event) {
        return !reporter.instance().equals(event.getReportingInstance())
                || event.getLastTimestamp() == null
                || Instant.parse(event.getLastTimestamp()).isBefore(start);
    }

    private boolean isFresh(Event event) {
        return isYoungerThan(FRESH, event);
    }

    /** Told again after {@link Notices#TELL_AGAIN_AFTER}, and a few minutes for a change of the leader. */
    private boolean isRecent(Event event) {
        return isYoungerThan(Notices.TELL_AGAIN_AFTER.plusMinutes(15), event);
    }

    private boolean isYoungerThan(Duration age, Event event) {
        return event.getLastTimestamp() != null
                && Instant.parse(event.getLastTimestamp()).plus(age).isAfter(clock.instant());
    }

    private Event event(Notice notice, String name, Optional<Event> before, Map<String, String> word) {
        var now = now();
        var first = before.map(Event::getFirstTimestamp).map(Instant::parse).orElse(now);
        int count = before.map(Event::getCount).orElse(0) + 1;
        var event =
                Serialization.unmarshal(new EventObject(name, notice, reporter, first, now, count).json(), Event.class);
        event.getMetadata().setLabels(Map.of(LinkerdMultus.INSTANCE_LABEL, release));
        event.getMetadata().setAnnotations(word);
        return event;
    }

    /** As exact as an Event's times are. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
