// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfig;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkerdConfigRulesTest {
    private static final LinkerdConfigRules RULES =
            LinkerdConfigRules.at(Instant.parse("2027-01-01T00:00:00Z").toEpochMilli());

    @Test
    void whatCanHoldIsAdmittedAndWhatHasNoPlaceAnyMoreIsWarnedAbout() {
        assertThat(RULES.onNew(config("{'proxy':{'logLevel':'warn','proxyInitImageVersion':'v1.3.0'}}")))
                .isInstanceOfSatisfying(Verdict.Admit.class, admit -> {
                    assertThat(admit.patch()).isEmpty();
                    assertThat(admit.warnings())
                            .singleElement()
                            .asString()
                            .startsWith("spec.proxy.proxyInitImageVersion: Linkerd has no place for it any more");
                });
    }

    @Test
    void theFirstReasonsAreToldAndTheRestCounted() {
        assertThat(
                        RULES.onNew(
                                config(
                                        "{'mode':'x','configMap':'X','proxy':{'adminPort':0,'controlPort':0,'inboundPort':0,'outboundPort':0}}")))
                .isInstanceOfSatisfying(
                        Verdict.Refuse.class,
                        refusal -> assertThat(refusal.reason())
                                .startsWith("spec.mode: has to be Observe or Enforce")
                                .contains("; spec.configMap: ")
                                .endsWith("; and 1 more"));
    }

    /** One that was made while nothing judged it, or whose certificate has ended, could not be labelled or put right bit by bit. */
    @Test
    void anOldMistakeIsNoReasonToRefuseAnotherChange() {
        var wrong = config("{'proxy':{'adminPort':0}}");

        assertThat(RULES.onChange(wrong, config("{'mode':'Enforce','proxy':{'adminPort':0}}")))
                .isInstanceOfSatisfying(
                        Verdict.Admit.class,
                        admit -> assertThat(admit.warnings())
                                .singleElement()
                                .asString()
                                .startsWith("spec.proxy.adminPort: "));
        assertThat(RULES.onChange(wrong, config("{'proxy':{'adminPort':70000}}")))
                .isInstanceOf(Verdict.Refuse.class);
        assertThat(RULES.onChange(wrong, config("{'proxy':{'adminPort':4191}}")))
                .isInstanceOfSatisfying(
                        Verdict.Admit.class,
                        admit -> assertThat(admit.warnings()).isEqualTo(List.of()));
    }

    private static LinkerdConfig config(String spec) {
        return switch (LinkerdConfig.read(
                ("{'spec':" + spec + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8))) {
            case Result.Ok<LinkerdConfig>(var config) -> config;
            case Result.Not<LinkerdConfig>(var reason) -> throw new AssertionError(reason);
        };
    }
}
