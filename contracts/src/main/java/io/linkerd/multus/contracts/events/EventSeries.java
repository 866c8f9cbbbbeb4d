// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.events;

/**
 * Equal notices that one Event tells, and how far it does.
 *
 * @param event as it tells all of them
 * @param told how many of them the API server has been told, or was not to be told of
 * @param isThere whether the API server has the Event, as far as is known
 * @param due when it may be told next, in nanoseconds
 */
public record EventSeries(EventObject event, int told, boolean isThere, long due) {

    /** {@return how many the API server is still to be told of} */
    int untold() {
        return event.count() - told;
    }

    boolean isDue(long nanos) {
        return due - nanos <= 0;
    }
}
