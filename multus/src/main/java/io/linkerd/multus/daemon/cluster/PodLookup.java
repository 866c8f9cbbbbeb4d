// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

/** What the API server knows of the pod of a request. */
public sealed interface PodLookup {

    /** It is this one. */
    record Found(NodePod pod) implements PodLookup {}

    /** There is none of that name. */
    record NotFound() implements PodLookup {}

    /** The pod of that name is another one. */
    record OtherUid(String expected, String got) implements PodLookup {}

    /** The API server does not say it in time. */
    record Unanswered(String why) implements PodLookup {}
}
