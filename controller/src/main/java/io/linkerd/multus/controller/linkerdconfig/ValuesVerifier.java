// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectorVerification;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedValues;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationPlan;
import io.linkerd.multus.controller.linkerdconfig.plan.WrittenText;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Verifies by dry runs the text that was written last, and restores the previous one. */
record ValuesVerifier(
        LinkerdConfigMap map,
        InjectionProbe probe,
        LongSupplier nanoClock,
        ValuesWriteReporter reporter,
        AtomicReference<LinkerdConfigState> state) {
    private static final Logger log = LoggerFactory.getLogger(ValuesVerifier.class);

    /** {@return what follows from the dry runs about the text that was written last} Makes one more dry run if it is due. */
    VerificationPlan verify(ObservedValues values, WrittenText remembered) {
        var due = InjectorVerification.due(state.get().verification(), values, remembered);
        var judged = due.map(now -> now.needsResult() ? now.with(probe.ask(), nanoClock.getAsLong()) : now)
                .map(now -> now.judged(nanoClock.getAsLong()));
        state.updateAndGet(now -> now.verified(values, judged));
        boolean hadEnded = due.filter(InjectorVerification::hasEnded).isPresent();
        var plan = judged.map(InjectorVerification::plan).orElseGet(VerificationPlan.Ask::new);
        if (plan instanceof VerificationPlan.GiveUp(var reason) && !hadEnded) {
            log.atWarn().addKeyValue("reason", reason).log("cannot ask Linkerd's injectors about their new values");
        }
        return plan;
    }

    /** Writes the previous text, if this process knows it. */
    void putBack(Optional<ObservedLinkerdConfig> config, ConfigMap seen, String reason) {
        state.get().verification().flatMap(InjectorVerification::previous).ifPresent(previous -> {
            map.write(seen, previous, () -> state.updateAndGet(LinkerdConfigState::putBack));
            reporter.putBack(config, seen, reason);
        });
    }

    /** {@return when to call this again; empty once the text that was written for a deleted object is verified, or the previous one restored} */
    Optional<Duration> verifyWithoutConfig() {
        if (state.get().unended().isEmpty()) {
            return Optional.empty();
        }
        state.get().unfinished().map(map::read).ifPresent(read -> {
            if (verify(read.values(), WrittenText.NONE) instanceof VerificationPlan.PutBack(var reason)) {
                putBack(Optional.empty(), read.map().orElseThrow(), reason);
            }
        });
        return state.get().unended().map(InjectorVerification::pause);
    }
}
