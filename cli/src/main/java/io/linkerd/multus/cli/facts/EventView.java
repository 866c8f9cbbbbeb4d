// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.time.Duration;
import java.time.Instant;

/**
 * An Event.
 *
 * @param kind of the object that it is about
 * @param namespace of that object
 * @param name of that object
 * @param uid of that object; empty where it is not said
 * @param message what it says, of one that is longer than 8,192 characters the beginning
 * @param last when it was told last
 */
public record EventView(
        String kind, String namespace, String name, String uid, String reason, String message, Instant last) {
    /** Controllers try again after a quarter of an hour at the latest. */
    private static final Duration RECENT = Duration.ofMinutes(20);

    /** Each user may write Events, as long as they like, which patterns are matched with; those of Kubernetes' programs are a few kB. */
    private static final int LONGEST = 8192;

    /** Of a long message the beginning stays. */
    public EventView {
        message = message.length() > LONGEST ? message.substring(0, LONGEST) : message;
    }

    /** {@return whether it was told so lately that what it tells would have been tried, and told, again} */
    public boolean isRecent(Instant now) {
        return last.isAfter(now.minus(RECENT));
    }

    /** {@return whether it may be about the object of that uid, and not about another one of its name} */
    public boolean isOf(String object) {
        return uid.isEmpty() || object.isEmpty() || uid.equals(object);
    }
}
