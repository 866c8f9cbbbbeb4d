// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.names;

/** Reasons of the Events, and of the condition, that tell of the API server's way to the webhook: the controller writes them, check reads them. */
public final class ReachReasons {

    /** While there is no way. */
    public static final String UNREACHABLE = "WebhookUnreachable";

    /** Once there is one again. */
    public static final String REACHABLE = "WebhookReachable";

    private ReachReasons() {}
}
