// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.daemon.results.ObjectText;
import io.linkerd.multus.daemon.status.PodEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/**
 * Equal Events, and how far they are told.
 *
 * @param name of the object that tells them
 * @param count of them
 * @param told how many of them the API server has been told, or was not to be told of
 * @param isThere whether the API server has the object, as far as is known
 */
record EventEntry(EventKey key, String name, Instant first, Instant last, int count, int told, boolean isThere) {
    private static final int LONGEST_NAME = 253;

    /** Which an object's name must not have before a dot. */
    private static final Pattern MARKS_AT_THE_END = Pattern.compile("[-.]+$");

    /** The first of its kind, with a number that no other one has. */
    static EventEntry first(EventKey key, long number, Instant now) {
        var suffix = "." + Long.toHexString(number);
        var pod = key.pod().name();
        int most = LONGEST_NAME - suffix.length();
        var stem = pod.length() <= most
                ? pod
                : MARKS_AT_THE_END.matcher(pod.substring(0, most)).replaceAll("");
        return new EventEntry(key, stem + suffix, now, now, 1, 0, false);
    }

    boolean isToBeTold() {
        return count > told;
    }

    EventEntry again(Instant now) {
        return new EventEntry(key, name, first, now, count + 1, told, isThere);
    }

    /** After the API server has, or has not, taken so many of them. */
    EventEntry told(int many, boolean there) {
        return new EventEntry(key, name, first, last, count, many, there);
    }

    /** {@return the object as it is posted} */
    String object(String host) {
        var metadata =
                new ObjectText().text("name", name).text("namespace", key.pod().namespace());
        var about = new ObjectText()
                .text("apiVersion", "v1")
                .text("kind", "Pod")
                .text("namespace", key.pod().namespace())
                .text("name", key.pod().name())
                .text("uid", key.uid());
        var source = new ObjectText().text("component", PodEvent.COMPONENT).textIfAny("host", host);
        return new ObjectText()
                .text("apiVersion", "v1")
                .text("kind", "Event")
                .json("metadata", metadata.toString())
                .json("involvedObject", about.toString())
                .text("type", key.event().type())
                .text("reason", key.event().reason())
                .text("message", key.event().message())
                .json("source", source.toString())
                .text("firstTimestamp", seconds(first))
                .text("lastTimestamp", seconds(last))
                .json("count", Integer.toString(count))
                .text("reportingComponent", PodEvent.COMPONENT)
                .text("reportingInstance", host)
                .toString();
    }

    /** {@return the merge patch by which the object tells the later ones, too} */
    String countPatch() {
        return new ObjectText()
                .json("count", Integer.toString(count))
                .text("lastTimestamp", seconds(last))
                .toString();
    }

    private static String seconds(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
