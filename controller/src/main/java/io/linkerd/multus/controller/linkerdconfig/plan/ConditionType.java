// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

/** The conditions of a {@code LinkerdConfig}. */
public enum ConditionType {
    /** The spec is valid, and this is the active object. */
    ACCEPTED("Accepted"),
    /** Linkerd's values have no drift. */
    IN_STEP("InStep"),
    /** With its values Linkerd's injector denies pods, or lets them start without a proxy. */
    INJECTION_BROKEN("InjectionBroken"),
    /** All values that may be written are in place. */
    ENFORCED("Enforced"),
    /** Linkerd's trust roots are the desired certificates. */
    TRUST_ROOTS_IN_STEP("TrustRootsInStep"),
    /** The spec has fields without an effect. */
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
