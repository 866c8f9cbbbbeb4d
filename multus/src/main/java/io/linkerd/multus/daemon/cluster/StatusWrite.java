// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

/** What became of the annotation of a pod. */
public sealed interface StatusWrite {

    /** The pod has it. */
    record Written() implements StatusWrite {}

    /** There is no pod of that name any more. */
    record PodGone() implements StatusWrite {}

    /** The pod of that name is another one by now. */
    record OtherPod() implements StatusWrite {}

    /** The API server does not take it: a right is missing, a policy denies it, or annotations are too long. */
    record Refused(String why) implements StatusWrite {}

    /** The API server does not say in time whether it has taken it. */
    record Unanswered(String why) implements StatusWrite {}
}
