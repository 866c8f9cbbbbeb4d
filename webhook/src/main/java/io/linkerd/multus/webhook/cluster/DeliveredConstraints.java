// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.contracts.admission.pods.Finding;
import io.linkerd.multus.contracts.uids.SccRules;

/** OpenShift's own SecurityContextConstraints as it delivers them. An administrator may have edited them, so they count only in need. */
final class DeliveredConstraints {
    private DeliveredConstraints() {}

    /** {@return what was found, or what OpenShift delivers under that name where that cannot be read} */
    static Finding<SccRules> or(String name, Finding<SccRules> found) {
        return switch (found) {
            case Finding.Found<SccRules> _, Finding.Unasked<SccRules> _ -> found;
            case Finding.Missing<SccRules> _, Finding.Unreadable<SccRules> _ ->
                SccRules.ofDefault(name)
                        .<Finding<SccRules>>map(Finding.Found::new)
                        .orElse(found);
        };
    }
}
