// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.settings;

import java.util.List;

/** Says which settings stop the start, all of them at once, each with key, value and rule. */
public final class InvalidSettings extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidSettings(List<String> problems) {
        super("cannot start, " + problems.size() + " setting(s) to mend: " + String.join("; ", problems));
    }
}
