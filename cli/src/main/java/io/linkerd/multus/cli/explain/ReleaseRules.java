// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WebhookRules;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import java.util.List;
import java.util.function.Consumer;

/** The rules for pods that the cluster's release goes by. */
public final class ReleaseRules {
    private ReleaseRules() {}

    /** {@return the rules of the cluster's release; of the chart, where they cannot be seen} */
    public static PodRules of(Sight<ReleaseView> release, PodRules standard, Consumer<String> assumed) {
        var webhooks = release.seen().map(ReleaseView::webhooks).orElse(List.of());
        if (webhooks.isEmpty()) {
            assumed.accept("the webhook goes by the chart's standard values: "
                    + release.whyNot().orElse("the cluster has no Deployment of linkerd-multus' webhook"));
            return standard;
        }
        var first = webhooks.getFirst();
        if (webhooks.size() > 1) {
            assumed.accept("of " + webhooks.size() + " webhooks it is that of Deployment " + first.namespace() + "/"
                    + first.name());
        }
        return WebhookRules.of(first.environment(), standard, assumed);
    }
}
