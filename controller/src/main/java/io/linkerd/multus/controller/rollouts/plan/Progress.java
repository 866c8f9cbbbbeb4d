// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

/** How far a workload is with its pod template. */
public sealed interface Progress {
    /** Of a workload that fails though it is well at times, to follow its name. */
    String UNSTEADY = "was well again and again, and did not stay so";

    /** All its pods are of the template, and available. */
    record Complete() implements Progress {}

    /**
     * Not yet.
     *
     * @param why what is waited for, to follow the name of the workload
     */
    record Going(String why) implements Progress {}

    /**
     * Its new pods do not become available in time.
     *
     * @param why to follow the name of the workload
     */
    record Failed(String why) implements Progress {}
}
