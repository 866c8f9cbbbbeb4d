// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads.plan;

/**
 * One thing in which a pod is outdated.
 *
 * @param detail both values, or whose they are; empty where the reason says all. Never the value of a setting, which may be a secret
 * @param curable whether a new pod of the template would not have it
 */
public record Finding(OutdatedReason reason, String detail, boolean curable) {

    /** {@return what is so, to follow the name of a pod} */
    public String inWords() {
        return detail.isEmpty() ? reason.phrase() : reason.phrase() + " (" + detail + ")";
    }
}
