// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.service.clocks.Deadline;

/** How far the request of a connection is. */
sealed interface Phase {
    /** Its head has not come. */
    record Silent() implements Phase {}

    /** Its body comes. */
    record Receiving(Target target, Body body) implements Phase {}

    /** It is carried out. */
    record Working(Deadline deadline) implements Phase {}

    /** It was answered, or nothing will be said any more. */
    record Closing() implements Phase {}
}
