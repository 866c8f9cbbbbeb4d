// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.reach.plan;

/** What is known of the API server's way to the webhook. */
public sealed interface Reach {
    /** Nothing yet: it has not been looked at often enough. */
    record Unknown() implements Reach {}

    /**
     * Nothing, or nothing any more, whatever was known before.
     *
     * @param why for a person, in words
     */
    record NotSeen(String why) implements Reach {}

    /** The API server reaches it. */
    record Reached() implements Reach {}

    /** The API server does not reach it, though it is ready. */
    record Unreached(WebhookPods webhook) implements Reach {}
}
