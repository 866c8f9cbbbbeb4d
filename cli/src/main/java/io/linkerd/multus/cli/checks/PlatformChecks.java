// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.OpenShiftView;
import io.linkerd.multus.cli.facts.Sight;
import java.util.ArrayList;

/** What the platform asks for besides. It comes last, since it differs from one to the next: what is wrong here has its traces above. */
final class PlatformChecks {
    private PlatformChecks() {}

    static Category of(Picture seen) {
        var checks = new ArrayList<Check>();
        checks.add(QuotaChecks.pods(seen));
        checks.add(QuotaChecks.attachments(seen));
        switch (seen.platform().openShift()) {
            case Sight.Seen<OpenShiftView>(var openShift) ->
                new OpenShiftChecks(seen, openShift).all().forEach(checks::add);
            case Sight.Absent<OpenShiftView> _ -> {}
            case Sight.Denied<OpenShiftView> _, Sight.Failed<OpenShiftView> _ ->
                checks.add(Answers.notSeen(
                        OpenShiftChecks.THERE,
                        "what-a-user-may-not-see",
                        seen.platform().openShift()));
        }
        return new Category("linkerd-multus-platform", checks);
    }
}
