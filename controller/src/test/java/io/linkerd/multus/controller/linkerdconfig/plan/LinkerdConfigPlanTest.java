// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import static io.linkerd.multus.controller.linkerdconfig.plan.Views.condition;
import static io.linkerd.multus.controller.linkerdconfig.plan.Views.reason;
import static io.linkerd.multus.controller.linkerdconfig.plan.Views.there;
import static io.linkerd.multus.controller.linkerdconfig.plan.Views.view;
import static io.linkerd.multus.values.HelmValues.HELM;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.certificates.TestCertificates;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.values.ValuesPath;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkerdConfigPlanTest {
    private static final String LOG_LEVEL = "'values':{'proxy':{'logLevel':'warn,linkerd=debug'}}";
    private static final String OBSERVE = "{" + LOG_LEVEL + "}";
    private static final String ENFORCE = "{'mode':'Enforce'," + LOG_LEVEL + "}";
    private static final String IN_PLACE = HELM.replace("warn,linkerd=info,hickory=error", "\"warn,linkerd=debug\"");

    /** A spec, Linkerd's values, and what the object says of them. */
    record Told(String spec, String text, String inStep, String enforced) {}

    private static final List<Told> TOLD = List.of(
            new Told("{}", HELM, "True AsWanted", "False Observing"),
            new Told(OBSERVE, HELM, "False Differs", "False Observing"),
            new Told(OBSERVE, IN_PLACE, "True AsWanted", "False Observing"),
            new Told(ENFORCE, IN_PLACE, "True AsWanted", "True InPlace"),
            new Told(ENFORCE, HELM, "False Differs", "False PuttingRight"),
            new Told(ENFORCE, HELM + "\tx: 1\n", "Unknown ValuesUnreadable", "False CannotBeEdited"),
            new Told(ENFORCE, HELM.replace("uid: 2102", "uid: \"2102\""), "False Differs", "False WouldBreakInjection"),
            new Told(
                    "{'mode':'Enforce','values':{'proxy':{'uid':2102}}}",
                    HELM.replace("uid: 2102", "uid: \"2102\""),
                    "False Differs",
                    "False PuttingRight"),
            new Told(
                    "{'mode':'Enforce','values':{'controllerLogLevel':'debug'}}",
                    HELM,
                    "False Differs",
                    "False NeedsLinkerdUpgrade"),
            new Told(
                    "{'mode':'Enforce','values':{'clusterDomain':'example.com'}}",
                    HELM,
                    "False Differs",
                    "False NeedsLinkerdUpgrade"),
            new Told(
                    "{'mode':'Enforce','allowPartial':true,'values':{'clusterDomain':'example.com'}}",
                    HELM,
                    "False Differs",
                    "False PuttingRight"),
            new Told(
                    "{'mode':'Enforce','values':{'clusterNetworks':'10.0.0.0/8, 172.16.0.0/12'},'allowPartial':true}",
                    HELM,
                    "False Differs",
                    "False WouldBreakInjection"));

    @Test
    void saysWhatIsSoOfEachKindOfDifference() {
        for (var row : TOLD) {
            var plan = LinkerdConfigPlan.of(view(row.spec(), there(row.text(), "100")));
            assertThat(reason(plan, ConditionType.ACCEPTED)).as("%s", row).isEqualTo("True Accepted");
            assertThat(reason(plan, ConditionType.IN_STEP)).as("%s", row).isEqualTo(row.inStep());
            assertThat(reason(plan, ConditionType.ENFORCED)).as("%s", row).isEqualTo(row.enforced());
            assertThat(plan.write().isPresent())
                    .as("%s", row)
                    .isEqualTo(row.enforced().equals("False PuttingRight"));
        }
    }

    /** They were written, injectors agreed, and each new pod's traffic went to a port at which nothing listened. */
    @ParameterizedTest
    @CsvSource({
        "inbound,5143,'has 4143 as incoming-proxy-port'",
        "outbound,5140,'has 4140 as outgoing-proxy-port'",
        "admin,4291,'has 4190-4191,25 as inbound-ports-to-ignore'"
    })
    void portsThatLinkerdsCniPluginDoesNotHaveAreNotWritten(String port, int wanted, String there) {
        var spec = "{'mode':'Enforce','values':{'proxy':{'ports':{'" + port + "':" + wanted + "}}}}";
        var plan = LinkerdConfigPlan.of(view(spec, there(HELM, "100")));

        assertThat(plan.write()).isEmpty();
        assertThat(reason(plan, ConditionType.ENFORCED)).isEqualTo("False NeedsCniConfig");
        assertThat(condition(plan, ConditionType.ENFORCED).message())
                .contains("proxy.ports." + port + " (" + wanted
                        + " is the value, and ConfigMap linkerd-cni/linkerd-cni-config " + there + ")");
        assertThat(plan.notices()).extracting(Notice::reason).contains("LinkerdConfigNotEnforced");
        assertThat(plan.differences().orElseThrow())
                .extracting(ValueDrift::need)
                .containsExactly("NewPodsAndCniConfig");
        assertThat(LinkerdConfigPlan.of(
                                view(spec.replace("'values'", "'allowPartial':true,'values'"), there(HELM, "100")))
                        .write())
                .as("where a person says so")
                .isPresent();
        assertThat(LinkerdConfigPlan.of(view(spec, there(HELM.replace("cniEnabled: true", "cniEnabled: false"), "100")))
                        .write())
                .as("without the plugin")
                .isPresent();
    }

    @Test
    void theProxysUserIsWrittenWhereTheCniPluginHasIt() {
        var view = view("{'mode':'Enforce','values':{'proxy':{'uid':5102}}}", there(HELM, "100"));
        assertThat(reason(LinkerdConfigPlan.of(view), ConditionType.ENFORCED)).isEqualTo("False NeedsCniConfig");

        for (var config : List.of(
                "{'type':'linkerd-cni','linkerd':{'proxy-uid':5102}}",
                "{'plugins':[{'type':'bridge'},{'type':'linkerd-cni','linkerd':{'proxy-uid':5102}}]}")) {
            assertThat(LinkerdConfigPlan.of(with(view, Views.cni(config))).write())
                    .as(config)
                    .isPresent();
        }
        for (var config : List.of("{'type':'linkerd-cni'}", "no JSON")) {
            var unknown = LinkerdConfigPlan.of(with(view, Views.cni(config)));
            assertThat(reason(unknown, ConditionType.ENFORCED)).as(config).isEqualTo("False NeedsCniConfig");
            assertThat(unknown.write()).as(config).isEmpty();
        }
    }

    /** They had been written before, or Linkerd's CNI plugin was set back since: all was said to be in place. */
    @Test
    void aValueInPlaceThatTheCniPluginDoesNotHaveIsTold() {
        var text = HELM.replace("uid: 2102", "uid: 5102");
        for (var spec :
                List.of("{'mode':'Enforce','values':{'proxy':{'uid':5102}}}", "{'values':{'proxy':{'uid':5102}}}")) {
            var plan = LinkerdConfigPlan.of(view(spec, there(text, "100")));
            assertThat(reason(plan, ConditionType.ENFORCED)).isEqualTo("False NeedsCniConfig");
            assertThat(condition(plan, ConditionType.ENFORCED).message())
                    .startsWith("in place, and new pods have no network: proxy.uid (5102 is the value, and ConfigMap");
            assertThat(plan.write()).isEmpty();
        }
        var partial = "{'mode':'Enforce','allowPartial':true,'values':{'proxy':{'uid':5102}}}";
        assertThat(reason(LinkerdConfigPlan.of(view(partial, there(text, "100"))), ConditionType.ENFORCED))
                .as("a person says so")
                .isEqualTo("True InPlace");
        var other = LinkerdConfigPlan.of(view(ENFORCE, there(IN_PLACE.replace("uid: 2102", "uid: 5102"), "100")));
        assertThat(reason(other, ConditionType.ENFORCED))
                .as("it is not asked for")
                .isEqualTo("True InPlace");
    }

    /** Each that waited counted as a correction of another writer, and the fourth was left alone. */
    @Test
    void whatWaitedForTheCniConfigurationIsNoCorrection() {
        var view = view("{'mode':'Enforce','values':{'proxy':{'uid':5102}}}", there(HELM, "100"));
        var waits = LinkerdConfigPlan.of(view);
        var agrees = Views.cni("{'type':'linkerd-cni','linkerd':{'proxy-uid':5102}}");

        var next = LinkerdConfigPlan.of(new LinkerdConfigPlanInputs(
                view.config(),
                view.values(),
                view.roots(),
                agrees,
                Set.of("proxy.uid"),
                waits.after(),
                "",
                view.now()));
        assertThat(next.write()).isPresent();
        assertThat(next.after().putBack()).isZero();
        assertThat(condition(next, ConditionType.ENFORCED).message()).isEqualTo("setting proxy.uid");
        var corrected = LinkerdConfigPlan.of(new LinkerdConfigPlanInputs(
                view.config(),
                view.values(),
                view.roots(),
                agrees,
                Set.of("proxy.ports.admin"),
                waits.after(),
                "",
                view.now()));
        assertThat(corrected.after().putBack()).isOne();
        var partial =
                view("{'mode':'Enforce','allowPartial':true,'values':{'proxy':{'uid':5102}}}", there(HELM, "100"));
        var fought = LinkerdConfigPlan.of(new LinkerdConfigPlanInputs(
                partial.config(),
                partial.values(),
                partial.roots(),
                Views.CNI,
                Set.of("proxy.uid"),
                waits.after(),
                "",
                partial.now()));
        assertThat(fought.after().putBack()).as("it did not wait").isOne();
    }

    private static LinkerdConfigPlanInputs with(LinkerdConfigPlanInputs view, ObservedCniConfig cniConfig) {
        return new LinkerdConfigPlanInputs(
                view.config(),
                view.values(),
                view.roots(),
                cniConfig,
                view.waitedForCni(),
                view.before(),
                view.notWritten(),
                view.now());
    }

    /** The operator of 2019 restarted pods on every look, and each of its own status writes was the next look. */
    @Test
    void aSecondLookAtWhatIsInPlaceComesToTheSame() {
        var first = LinkerdConfigPlan.of(view(ENFORCE, there(IN_PLACE, "100")));
        var second = LinkerdConfigPlan.of(view(ENFORCE, there(IN_PLACE, "100"), first.after(), Views.NOW));

        assertThat(second).isEqualTo(first);
        assertThat(second.write()).isEmpty();
    }

    /** It wrote all keys with its own defaults, deleted the others, and so broke {@code linkerd upgrade}. */
    @Test
    void changesNothingButWhatIsAskedFor() {
        var write =
                LinkerdConfigPlan.of(view(ENFORCE, there(HELM, "100"))).write().orElseThrow();

        assertThat(write.text().lines().filter(line -> !line.contains("logLevel: ")))
                .containsExactlyElementsOf(HELM.lines()
                        .filter(line -> !line.contains("logLevel: "))
                        .toList());
        assertThat(write.text()).contains("warn,linkerd=debug");
        assertThat(write.previous()).isEqualTo(HELM);
        assertThat(write.version()).isEqualTo("100");
        assertThat(write.paths()).containsExactly("proxy.logLevel");
    }

    /** Its resources were sent as empty texts. */
    @Test
    void resourcesOf2019ReachTheValues() {
        var spec =
                "{'mode':'Enforce','allowPartial':true,'proxy':{'resource':{'limits':{'cpu':'1'},'requests':{'memory':'20Mi'}},'proxyUID':'2103'}}";

        var write = LinkerdConfigPlan.of(view(spec, there(HELM, "100"))).write().orElseThrow();

        assertThat(write.paths())
                .containsExactly("proxy.resources.cpu.limit", "proxy.resources.memory.request", "proxy.uid");
        assertThat(write.text())
                .contains("limit: \"1\"")
                .contains("request: \"20Mi\"")
                .contains("uid: 2103");
    }

    /** A ConfigMap without data ended it. */
    @Test
    void saysWhyValuesCannotBeCompared() {
        var none = Optional.<ManagingTool>empty();
        for (var row : List.of(
                Map.entry(ObservedValues.of(Map.of(), "1", none), "Unknown KeyMissing"),
                Map.entry(ObservedValues.of(Map.of("global", "{}", "proxy", "{}"), "1", none), "Unknown OlderLayout"),
                Map.entry(
                        ObservedValues.of(Map.of("values", "global:\n  proxy: {}\n"), "1", none),
                        "Unknown OlderLayout"),
                Map.entry(new ObservedValues.Missing(), "Unknown ConfigMapMissing"),
                Map.entry(new ObservedValues.Unreadable("permission missing"), "Unknown ConfigMapUnreadable"))) {
            var plan = LinkerdConfigPlan.of(view(ENFORCE, row.getKey()));
            assertThat(reason(plan, ConditionType.IN_STEP)).isEqualTo(row.getValue());
            assertThat(plan.write()).isEmpty();
            assertThat(plan.notices()).extracting(Notice::reason).contains("LinkerdValuesUnknown");
        }
        assertThat(reason(
                        LinkerdConfigPlan.of(view(ENFORCE, ObservedValues.of(Map.of(), "1", none))),
                        ConditionType.INJECTION_BROKEN))
                .isEqualTo("True PodsDenied");
    }

    @Test
    void brokenInjectionIsTheLoudestWhoeverWroteIt() {
        var plan = LinkerdConfigPlan.of(view(OBSERVE, there(HELM.replace("uid: 2102", "uid: \"2102\""), "100")));

        assertThat(plan.reason()).isEqualTo("InjectionBroken");
        assertThat(reason(plan, ConditionType.INJECTION_BROKEN)).isEqualTo("True PodsDenied");
        assertThat(condition(plan, ConditionType.INJECTION_BROKEN).message())
                .startsWith("line ")
                .contains("proxy.uid");
        assertThat(plan.notices()).first().extracting(Notice::reason).isEqualTo("InjectionBroken");
        assertThat(reason(
                        LinkerdConfigPlan.of(view(OBSERVE, there(HELM.replace("\nproxyInit:", "\nproxyIni:"), "100"))),
                        ConditionType.INJECTION_BROKEN))
                .isEqualTo("True PodsUnmeshed");
    }

    /** It was said that Linkerd's injector denies all pods, which takes such a text well. */
    @Test
    void aTextOfMoreValuesThanAreReadIsNotSaidToBreakInjection() {
        var many = HELM + "podAnnotations: {" + "a: b, ".repeat(100_001) + "}\n";

        for (var row : List.of(OBSERVE, ENFORCE, "{'mode':'Enforce','values':{'proxy':{'ports':{'admin':70000}}}}")) {
            var plan = LinkerdConfigPlan.of(view(row, there(many, "100")));
            assertThat(reason(plan, ConditionType.INJECTION_BROKEN)).isEqualTo("Unknown NotJudged");
            assertThat(plan.write()).isEmpty();
            assertThat(plan.notices()).extracting(Notice::reason).doesNotContain("InjectionBroken");
        }
        var plan = LinkerdConfigPlan.of(view(ENFORCE, there(many, "100")));
        assertThat(reason(plan, ConditionType.IN_STEP)).isEqualTo("Unknown NotJudged");
        assertThat(reason(plan, ConditionType.ENFORCED)).isEqualTo("False NotJudged");
        assertThat(plan.reason()).isEqualTo("NotJudged");
        assertThat(condition(plan, ConditionType.INJECTION_BROKEN).message())
                .startsWith("line " + (HELM.lines().count() + 1) + ": more than 100000 values")
                .contains("Take out what Linkerd does not read");
        assertThat(plan.notices())
                .extracting(Notice::reason)
                .containsExactly("LinkerdValuesUnknown", "LinkerdConfigNotEnforced");
    }

    @Test
    void aSpecWithProblemsWritesNothingAndStillTellsOfBrokenInjection() {
        var plan = LinkerdConfigPlan.of(
                view("{'mode':'Enforce','values':{'proxy':{'ports':{'admin':70000}}}}", there("", "100")));

        assertThat(reason(plan, ConditionType.ACCEPTED)).isEqualTo("False SpecInvalid");
        assertThat(condition(plan, ConditionType.ACCEPTED).message()).contains("spec.values.proxy.ports.admin");
        assertThat(reason(plan, ConditionType.INJECTION_BROKEN)).isEqualTo("True PodsUnmeshed");
        assertThat(plan.write()).isEmpty();
    }

    @Test
    void tellsNoValueThatMayBeSecret() {
        var spec = "{'values':{'proxy':{'additionalEnv':[{'name':'TOKEN','value':'hush'}]}}}";

        var plan = LinkerdConfigPlan.of(view(spec, there(HELM, "100")));

        assertThat(condition(plan, ConditionType.IN_STEP).message()).contains("proxy.additionalEnv differs");
        assertThat(plan.toString()).doesNotContain("hush");
    }

    /** Its status grew with every look. */
    @Test
    void whatIsToldIsBounded() {
        var many = IntStream.range(0, 500)
                .mapToObj(number -> "'key%d':'%s'".formatted(number, "x".repeat(60)))
                .collect(Collectors.joining(","));

        var plan = LinkerdConfigPlan.of(view("{'values':{'podAnnotations':{" + many + "}}}", there(HELM, "100")));

        assertThat(plan.conditions())
                .allSatisfy(
                        condition -> assertThat(condition.message().length()).isLessThan(4096));
        assertThat(plan.notices())
                .allSatisfy(notice -> assertThat(notice.message().length()).isLessThan(1000));
    }

    @Test
    void tellsWhatHasNoEffect() {
        var spec = "{'global':{'omitWebhookSideEffects':true},'values':{'logLevel':'info'}}";

        var told = condition(LinkerdConfigPlan.of(view(spec, there(HELM, "100"))), ConditionType.HAS_UNKNOWN_FIELDS);

        assertThat(told.reason()).isEqualTo("NoPlaceInLinkerd");
        assertThat(told.message())
                .contains("spec.global.omitWebhookSideEffects")
                .contains("logLevel: nothing of Linkerd reads it");
        assertThat(LinkerdConfigPlan.of(view(OBSERVE, there(HELM, "100"))).conditions())
                .extracting(ConfigCondition::type)
                .as("what has an effect is not named")
                .doesNotContain(ConditionType.HAS_UNKNOWN_FIELDS);
        for (int count : List.of(16, 18)) {
            var many = IntStream.range(0, count)
                    .mapToObj(number -> "'unknown%02d':'v'".formatted(number))
                    .collect(Collectors.joining(","));
            var words = condition(
                    LinkerdConfigPlan.of(view("{'values':{" + many + "}}", there(HELM, "100"))),
                    ConditionType.HAS_UNKNOWN_FIELDS);
            assertThat(words.reason()).isEqualTo("NoEffect");
            assertThat(words.message().endsWith("; 2 more")).isEqualTo(count == 18);
            assertThat(words.message().endsWith(" more")).isEqualTo(count == 18);
        }
    }

    /** All of the LinkerdConfig was off from the moment at which an old root ended that was left in it. */
    @Test
    void aCertificateThatHasEndedKeepsNoOtherValueFromBeingPutRight() {
        var anchors = "'identityTrustAnchorsPEM':'" + TestCertificates.GOOD.replace("\n", "\\n") + "'";
        var spec = ENFORCE.replace("'values':{", "'values':{" + anchors + ",");
        for (var now : List.of(Instant.parse("2200-01-01T00:00:00Z"), Instant.parse("2020-01-01T00:00:00Z"))) {
            var plan = LinkerdConfigPlan.of(view(spec, there(HELM, "100"), EnforcementState.NONE, now));

            assertThat(reason(plan, ConditionType.ACCEPTED)).isEqualTo("True Accepted");
            assertThat(reason(plan, ConditionType.ENFORCED)).isEqualTo("False PuttingRight");
            assertThat(plan.write().orElseThrow().paths()).containsExactly("proxy.logLevel");
            assertThat(reason(plan, ConditionType.HAS_UNKNOWN_FIELDS)).isEqualTo("True CertificateOutOfDate");
            assertThat(condition(plan, ConditionType.HAS_UNKNOWN_FIELDS).message())
                    .contains("spec.values.identityTrustAnchorsPEM: the certificate ");
            assertThat(plan.conditions())
                    .extracting(ConfigCondition::type)
                    .doesNotContain(ConditionType.TRUST_ROOTS_IN_STEP);
            assertThat(plan.notices()).extracting(Notice::reason).contains("LinkerdConfigInvalid");
        }
    }

    @Test
    void aCertificateThatHasEndedHidesNoOtherProblemOfItsField() {
        var anchors = (TestCertificates.GOOD + TestCertificates.RSA_1024).replace("\n", "\\n");
        var spec = "{'values':{'identityTrustAnchorsPEM':'" + anchors + "'}}";

        var plan = LinkerdConfigPlan.of(
                view(spec, there(HELM, "100"), EnforcementState.NONE, Instant.parse("2200-01-01T00:00:00Z")));

        assertThat(reason(plan, ConditionType.ACCEPTED)).isEqualTo("False SpecInvalid");
    }

    /** With the CNI plugin nothing reads proxyInit, and without it nothing the network validator. */
    @Test
    void whatAnEditNeedsDependsOnTheCniPlugin() {
        var spec = "{'values':{'proxyInit':{'ignoreInboundPorts':'25'},'networkValidator':{'timeout':'1s'}}}";

        assertThat(needs(spec, HELM))
                .containsEntry("proxyInit.ignoreInboundPorts", "NoEffect")
                .containsEntry("networkValidator.timeout", "NewPods");
        assertThat(needs(spec, HELM.replace("cniEnabled: true", "cniEnabled: false")))
                .containsEntry("proxyInit.ignoreInboundPorts", "NewPods")
                .containsEntry("networkValidator.timeout", "NoEffect");
    }

    private static Map<String, String> needs(String spec, String text) {
        return LinkerdConfigPlan.of(view(spec, there(text, "100"))).differences().orElseThrow().stream()
                .collect(Collectors.toMap(finding -> finding.difference().path().toString(), ValueDrift::need));
    }

    /** A person is told to accept a path in part only where that is possible. */
    @Test
    void whatNeedsAnUpgradeIsToldWithWhyAndWithTheWayAround() {
        var upgrade = condition(
                LinkerdConfigPlan.of(
                        view("{'mode':'Enforce','values':{'controllerLogLevel':'debug'}}", there(HELM, "100"))),
                ConditionType.ENFORCED);
        assertThat(upgrade.message()).contains("controllerLogLevel (").doesNotContain("allowPartial");
        var partial = condition(
                LinkerdConfigPlan.of(
                        view("{'mode':'Enforce','values':{'clusterDomain':'example.com'}}", there(HELM, "100"))),
                ConditionType.ENFORCED);
        assertThat(partial.message()).contains("clusterDomain (").contains("spec.allowPartial");
    }

    @Test
    void ofManyDifferencesTheFirstAreNamed() {
        for (int count : List.of(8, 9, 11)) {
            var wanted = IntStream.range(0, count)
                    .mapToObj(number -> "'k%02d':'v'".formatted(number))
                    .collect(Collectors.joining(","));
            var words = condition(
                            LinkerdConfigPlan.of(
                                    view("{'values':{'podAnnotations':{" + wanted + "}}}", there(HELM, "100"))),
                            ConditionType.IN_STEP)
                    .message();
            assertThat(words.endsWith(" more")).isEqualTo(count > 8);
            assertThat(words).contains(count > 8 ? "; " + (count - 8) + " more" : "k07");
        }
    }

    /** It is drift again only where it was in place before. */
    @Test
    void aDisagreementIsToldOnceTheValueWasInPlace() {
        var first = LinkerdConfigPlan.of(view(OBSERVE, there(HELM, "100")));
        var before = new EnforcementState(Views.GENERATION, 0, "", Refusal.NONE, WrittenText.NONE, Optional.empty());
        var again = LinkerdConfigPlan.of(view(OBSERVE, there(HELM, "100"), before, Views.NOW));

        assertThat(condition(first, ConditionType.IN_STEP).message()).doesNotContain("disagree");
        assertThat(condition(again, ConditionType.IN_STEP).message())
                .endsWith("Helm release linkerd and LinkerdConfig mesh disagree on proxy.logLevel");
    }

    @Test
    void trustRootsAndFieldsWithoutAPlaceAreToldThoughThereAreNoValues() {
        var spec = "{'global':{'omitWebhookSideEffects':true},'values':{'identityTrustAnchorsPEM':'"
                + TestCertificates.GOOD.replace("\n", "\\n") + "'}}";
        var view = view(spec, new ObservedValues.Missing());

        var plan = LinkerdConfigPlan.of(view);
        assertThat(reason(plan, ConditionType.TRUST_ROOTS_IN_STEP)).isEqualTo("True AsWanted");
        assertThat(reason(plan, ConditionType.HAS_UNKNOWN_FIELDS)).isEqualTo("True NoPlaceInLinkerd");
        var unknown = LinkerdConfigPlan.of(new LinkerdConfigPlanInputs(
                view.config(),
                view.values(),
                new TrustRoots(Optional.empty(), "no right"),
                view.cniConfig(),
                view.waitedForCni(),
                view.before(),
                "",
                view.now()));
        assertThat(reason(unknown, ConditionType.TRUST_ROOTS_IN_STEP)).isEqualTo("Unknown TrustRootsUnknown");
    }

    /** Values of today may have a member of that name. */
    @Test
    void aTextWithTodaysSectionsIsNotOfTheOlderLayout() {
        for (var more : List.of("global: {a: b}\n", "global: text\n")) {
            assertThat(ObservedValues.of(Map.of("values", HELM + more), "1", Optional.empty()))
                    .isInstanceOf(ObservedValues.There.class);
        }
        for (var text : List.of("global: text\n", "global: {}\nidentityTrustDomain: a\n")) {
            assertThat(ObservedValues.of(Map.of("values", text), "1", Optional.empty()))
                    .isInstanceOf(ObservedValues.There.class);
        }
    }

    /** It owned the trust anchors of a place that Linkerd does not read any more. */
    @Test
    void trustAnchorsAreComparedWithTheTrustRootsAndNeverWritten() {
        var wanted = "{'mode':'Enforce','values':{'identityTrustAnchorsPEM':'"
                + TestCertificates.GOOD.replace("\n", "\\n") + "'}}";

        var same = LinkerdConfigPlan.of(view(wanted, there(HELM, "100")));
        assertThat(reason(same, ConditionType.TRUST_ROOTS_IN_STEP)).isEqualTo("True AsWanted");
        assertThat(same.write()).isEmpty();

        var view = view(wanted, there(HELM, "100"));
        var other = LinkerdConfigPlan.of(new LinkerdConfigPlanInputs(
                view.config(),
                view.values(),
                new TrustRoots(Optional.of(""), ""),
                view.cniConfig(),
                view.waitedForCni(),
                view.before(),
                view.notWritten(),
                view.now()));
        assertThat(reason(other, ConditionType.TRUST_ROOTS_IN_STEP)).isEqualTo("False TrustRootsDiffer");
        assertThat(other.reason()).isEqualTo("TrustRootsDiffer");
        assertThat(other.notices()).extracting(Notice::reason).containsExactly("TrustRootsDiffer");
        assertThat(other.write()).isEmpty();
    }

    @Test
    void theOldestIsHonouredAndOfTwoOfOneSecondTheFirstByName() {
        var old = new ObservedLinkerdConfig("zoe", "1", 1, Views.NOW.minusSeconds(1), Views.spec("{}"));
        var b = new ObservedLinkerdConfig("b", "2", 1, Views.NOW, Views.spec("{}"));
        var a = new ObservedLinkerdConfig("a", "3", 1, Views.NOW, Views.spec("{}"));

        assertThat(ObservedLinkerdConfig.active(List.of(a, old, b))).contains(old);
        assertThat(ObservedLinkerdConfig.active(List.of(b, a))).contains(a);
        assertThat(ConfigConditions.ignored(old).message()).contains("LinkerdConfig zoe is older");
    }

    @Test
    void saysWhatAnEditNeedsPerPath() {
        var spec = "{'values':{'proxy':{'logLevel':'info'},'controllerLogLevel':'debug','disableIPv6':false}}";

        var needs = LinkerdConfigPlan.of(view(spec, there(HELM, "100"))).differences().orElseThrow().stream()
                .collect(Collectors.toMap(finding -> finding.difference().path(), ValueDrift::need));

        assertThat(needs)
                .containsEntry(ValuesPath.of("proxy", "logLevel"), "NewPods")
                .containsEntry(ValuesPath.of("controllerLogLevel"), "LinkerdUpgrade");
    }
}
