// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

/** A request, or why it is none. */
public sealed interface RequestReading {

    /** It can be done. */
    record Read(CniRequest request) implements RequestReading {}

    /** It cannot, whatever the state of the node. */
    record Refused(RequestRefusal refusal) implements RequestReading {}
}
