// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.events;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.plans.Notice;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An Event of the API {@code v1}, as it is sent: texts that are longer than an API server takes end in "…" there.
 *
 * @param name in the namespace where Events about the subject lie
 * @param notice as it is sent, with no more of its message than an API server takes
 * @param first when it happened first
 * @param last when it happened last; times are sent in whole seconds
 * @param count how often it happened
 */
public record EventObject(String name, Notice notice, Reporter reporter, Instant first, Instant last, int count) {
    /** How long API servers keep an Event by default ({@code --event-ttl}). */
    public static final Duration KEPT = Duration.ofHours(1);

    /** Bytes of a message, as of {@code note} in {@code events.k8s.io/v1}, which is the same object. */
    private static final int LONGEST_MESSAGE = 1024;

    /** Bytes of a reason and of a reporting instance. */
    private static final int LONGEST_WORD = 128;

    public EventObject {
        notice = bounded(notice);
    }

    /**
     * Who tells it.
     *
     * @param component by which programs and people know its Events
     * @param instance which of its processes tells
     * @param host the node that is named as the source; empty where none is
     */
    public record Reporter(String component, String instance, String host) {}

    /** {@return the notice with no more of its message than an API server takes} */
    static Notice bounded(Notice notice) {
        return new Notice(
                notice.subject(),
                notice.weight(),
                notice.reason(),
                GoText.cut(notice.message(), LONGEST_MESSAGE, "…"),
                notice.mark());
    }

    /** {@return the whole object} */
    public String json() {
        return object(
                text("apiVersion", "v1"),
                text("kind", "Event"),
                JsonEdit.member("metadata", object(text("name", name), text("namespace", notice.eventNamespace()))),
                JsonEdit.member("involvedObject", subject()),
                text("type", notice.weight().eventType()),
                text("reason", GoText.cut(notice.reason(), LONGEST_WORD, "…")),
                text("message", notice.message()),
                JsonEdit.member(
                        "source", object(text("component", reporter.component()), text("host", reporter.host()))),
                text("reportingComponent", reporter.component()),
                text("reportingInstance", GoText.cut(reporter.instance(), LONGEST_WORD, "…")),
                time("firstTimestamp", first),
                time("lastTimestamp", last),
                number("count", count));
    }

    /** {@return the merge patch by which the object tells of later ones, too} */
    public String countPatch() {
        return object(number("count", count), time("lastTimestamp", last));
    }

    /** {@return it after one more of the kind} */
    EventObject again(Instant now) {
        return new EventObject(name, notice, reporter, first, now, count + 1);
    }

    private String subject() {
        var subject = notice.subject();
        return object(
                text("apiVersion", subject.apiVersion()),
                text("kind", subject.kind()),
                text("namespace", subject.namespace()),
                text("name", subject.name()),
                text("uid", subject.uid()));
    }

    /** Of members; those that are empty are left out. */
    private static String object(String... members) {
        return Stream.of(members).filter(member -> !member.isEmpty()).collect(Collectors.joining(",", "{", "}"));
    }

    private static String text(String name, String value) {
        return value.isEmpty() ? "" : JsonEdit.member(name, JsonEdit.quote(value));
    }

    private static String time(String name, Instant moment) {
        return text(name, moment.truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private static String number(String name, int value) {
        return JsonEdit.member(name, Integer.toString(value));
    }
}
