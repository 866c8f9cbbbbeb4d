// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.Cause;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfig;
import io.linkerd.multus.webhook.reviews.plan.LinkerdConfigCause;
import io.linkerd.multus.webhook.reviews.plan.LinkerdConfigRules;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * Reviews of LinkerdConfigs that are to be made or changed. Nothing has to be asked for it. None is decided at once: certificates take a
 * processor's time, which must not be that of a connection with others beside it.
 *
 * @param judges how many are judged at once
 * @param epochMillis the time, in milliseconds since 1970
 */
record LinkerdConfigReviews(Semaphore judges, LongSupplier epochMillis) implements Judge<LinkerdConfig> {
    /** Where they come to. */
    static final String PATH = "/validate/linkerdconfigs";

    private static final int UNPROCESSABLE = 422;

    static ReviewedKind<LinkerdConfig> kind(LongSupplier epochMillis) {
        return kind(new Semaphore(1, true), epochMillis);
    }

    static ReviewedKind<LinkerdConfig> kind(Semaphore judges, LongSupplier epochMillis) {
        return new ReviewedKind<>(
                PATH,
                LinkerdConfig.GROUP + "/" + LinkerdConfig.VERSION + "/" + LinkerdConfig.PLURAL,
                ReviewedKind.Scope.CLUSTER,
                Set.of(ReviewedKind.CREATE, ReviewedKind.UPDATE),
                LinkerdConfig::read,
                new LinkerdConfigReviews(judges, epochMillis),
                new Words<>(
                        "linkerdConfig",
                        "a LinkerdConfig",
                        LinkerdConfig::name,
                        "linkerd-multus cannot carry out " + LinkerdConfig.KIND,
                        UNPROCESSABLE,
                        "Invalid",
                        "the LinkerdConfig was admitted unchecked"),
                new ReviewedKind.Meters(
                        "linkerd_multus_webhook_linkerdconfig_admissions",
                        "Reviews of LinkerdConfigs, by how they ended",
                        false));
    }

    @Override
    public Case begin(String namespace, LinkerdConfig config, Optional<LinkerdConfig> before) {
        return deadline -> {
            if (!deadline.takes(judges)) {
                return new Verdict.Unchecked(LinkerdConfigCause.BUSY, "linkerd-multus had too many at once", false);
            }
            try {
                var rules = LinkerdConfigRules.at(epochMillis.getAsLong());
                return before.map(old -> rules.onChange(old, config)).orElseGet(() -> rules.onNew(config));
            } finally {
                judges.release();
            }
        };
    }

    @Override
    public Cause otherwise() {
        return LinkerdConfigCause.NO_LINKERD_CONFIG;
    }

    /** The controller judges it again before it carries anything out. */
    @Override
    public Verdict afterFailure() {
        return new Verdict.Unchecked(LinkerdConfigCause.OUR_ERROR, "linkerd-multus failed on it", true);
    }
}
