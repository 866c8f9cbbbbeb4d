// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import static io.linkerd.multus.controller.linkerdconfig.plan.Views.there;
import static io.linkerd.multus.controller.linkerdconfig.plan.Views.view;
import static io.linkerd.multus.values.HelmValues.HELM;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.certificates.TestCertificates;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Weight;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a person is told in Events, and in the column of reasons. */
class LinkerdConfigEventsTest {
    private static final String LEVEL = "'values':{'proxy':{'logLevel':'warn,linkerd=debug'}}";

    /** A spec and a state of Linkerd's values, the word in the column, and the Events. */
    private record Told(String spec, ObservedValues values, String reason, List<String> events) {}

    private static final List<Told> TOLD = List.of(
            new Told("{}", there(HELM, "1"), "AsWanted", List.of()),
            new Told("{" + LEVEL + "}", there(HELM, "1"), "Differs", List.of("LinkerdValuesDiffer")),
            new Told("{'mode':'Enforce'," + LEVEL + "}", there(HELM, "1"), "Differs", List.of("LinkerdValuesDiffer")),
            new Told(
                    "{'mode':'Enforce','values':{'controllerLogLevel':'debug'}}",
                    there(HELM, "1"),
                    "NeedsLinkerdUpgrade",
                    List.of("LinkerdValuesDiffer", "LinkerdConfigNotEnforced")),
            new Told(
                    "{" + LEVEL + "}",
                    new ObservedValues.Missing(),
                    "ConfigMapMissing",
                    List.of("LinkerdValuesUnknown")),
            new Told(
                    "{'values':{'proxy':{'ports':{'admin':70000}}}}",
                    new ObservedValues.Missing(),
                    "SpecInvalid",
                    List.of("LinkerdConfigInvalid")),
            new Told(
                    "{}",
                    new ObservedValues.WithoutKey(),
                    "InjectionBroken",
                    List.of("InjectionBroken", "LinkerdValuesUnknown")),
            new Told(
                    "{'values':{'identityTrustAnchorsPEM':'" + TestCertificates.GOOD.replace("\n", "\\n") + "'}}",
                    there(HELM, "1"),
                    "AsWanted",
                    List.of()));

    @Test
    void eachCauseHasItsWordAndItsEvents() {
        for (var row : TOLD) {
            var plan = LinkerdConfigPlan.of(view(row.spec(), row.values()));
            assertThat(plan.reason()).as("%s", row).isEqualTo(row.reason());
            assertThat(plan.notices()).as("%s", row).extracting(Notice::reason).containsExactlyElementsOf(row.events());
            assertThat(plan.notices()).allSatisfy(notice -> {
                assertThat(notice.subject()).isEqualTo(Views.config("{}").subject());
                assertThat(notice.weight()).isEqualTo(Weight.WARNING);
                assertThat(notice.message()).isNotEmpty();
            });
        }
    }

    @Test
    void theObjectThatEventsAreAboutIsOfNoNamespace() {
        assertThat(Views.config("{}").subject())
                .isEqualTo(new Notice.Subject("config.linkerd.io/v1alpha1", "LinkerdConfig", "", "mesh", "uid"));
    }
}
