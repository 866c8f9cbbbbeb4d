// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import java.util.List;

/** Tells every problem of the environment at once, one line each: key, value and rule. */
public final class InvalidSettings extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** Joins the problems, in the order in which they were found. */
    InvalidSettings(List<String> problems) {
        super(String.join("\n", problems));
    }
}
