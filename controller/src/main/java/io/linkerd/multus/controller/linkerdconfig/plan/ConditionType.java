// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

/** The conditions of a {@code LinkerdConfig}. */
public enum ConditionType {
    /** The spec can be carried out, and this is the object that is honoured. */
    ACCEPTED("Accepted"),
    /** Linkerd's values are as they have to be. */
    IN_STEP("InStep"),
    /** Linkerd's injector refuses pods, or lets them start without a proxy, by what its values say. */
    INJECTION_BROKEN("InjectionBroken"),
    /** What may be written is written. */
    ENFORCED("Enforced"),
    /** Linkerd's trust roots are the certificates that are wanted. */
    TRUST_ROOTS_IN_STEP("TrustRootsInStep"),
    /** Something is written that has no effect. */
    HAS_UNKNOWN_FIELDS("HasUnknownFields");

    private final String title;

    ConditionType(String title) {
        this.title = title;
    }

    /** {@return its name in the API} */
    public String title() {
        return title;
    }
}
