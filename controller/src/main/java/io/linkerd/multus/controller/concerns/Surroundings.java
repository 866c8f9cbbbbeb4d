// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.concerns;

import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.controller.namespaces.Namespaces;
import io.linkerd.multus.controller.notices.Notices;
import io.linkerd.multus.controller.ownership.Owner;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What each concern is given.
 *
 * @param client the one client of the process
 * @param namespaces all namespaces as last seen
 * @param owner who has to own what is written now
 * @param mayWrite whether we lead at this very moment
 * @param notices where a person is told
 * @param meters where work is counted
 */
public record Surroundings(
        OpenShiftClient client,
        ControllerSettings settings,
        Namespaces namespaces,
        Supplier<Owner> owner,
        BooleanSupplier mayWrite,
        Notices notices,
        MeterRegistry meters) {

    /** Counts a write of that kind. */
    public void countWrite(String kind, String verb) {
        meters.counter("linkerd_multus_controller_writes", "kind", kind, "verb", verb)
                .increment();
    }
}
