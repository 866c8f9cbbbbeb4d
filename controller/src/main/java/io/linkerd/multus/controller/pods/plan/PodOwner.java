// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods.plan;

/** The controller of a pod: it makes another one when the pod goes. */
public record PodOwner(String apiVersion, String kind, String name, String uid) {
    /** In characters: a name has up to 253, a kind 63, a uid 36. */
    private static final int LONGEST = 400;

    /** {@return whether it says more than a reference to an object does} The API server checks no reference of a tenant's. */
    public boolean isTooLong() {
        return apiVersion.length() + kind.length() + name.length() + uid.length() > LONGEST;
    }
}
