// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import static io.linkerd.multus.controller.linkerdconfig.plan.Views.GENERATION;
import static io.linkerd.multus.controller.linkerdconfig.plan.Views.NOW;
import static io.linkerd.multus.controller.linkerdconfig.plan.Views.condition;
import static io.linkerd.multus.controller.linkerdconfig.plan.Views.reason;
import static io.linkerd.multus.controller.linkerdconfig.plan.Views.there;
import static io.linkerd.multus.values.HelmValues.HELM;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two writers of one text: how long they go on. */
class EnforcementStateTest {
    private static final Duration ALMOST_A_DAY = Duration.ofHours(24).minusSeconds(1);
    private static final String SPEC = "{'mode':'Enforce','values':{'proxy':{'logLevel':'warn,linkerd=debug'}}}";

    private static final VerificationPlan REFUSED =
            new VerificationPlan.PutBack("admission webhook denied the request");

    /** Linkerd's ConfigMap and what the status remembers, as they follow each other. */
    private static final class World {
        private String text = HELM;
        private int version = 100;
        private EnforcementState remembered = EnforcementState.NONE;
        private final String spec;
        private Instant now = NOW;
        private int writes;

        World() {
            this(SPEC);
        }

        World(String spec) {
            this.spec = spec;
        }

        LinkerdConfigPlan look() {
            var plan = plan();
            remembered = plan.after();
            return plan;
        }

        LinkerdConfigPlan plan() {
            return LinkerdConfigPlan.of(Views.view(spec, there(text, String.valueOf(version)), remembered, now));
        }

        void write(LinkerdConfigPlan plan) {
            plan.write().ifPresent(write -> {
                writes++;
                text = write.text();
                remembered = remembered.made(GENERATION, write.version());
                version++;
            });
        }

        void lookAndWrite() {
            write(look());
            look();
        }

        void helmUpgrades() {
            text = HELM;
            version++;
        }

        /** Helm has its way, since it writes its own values for the fourth time. */
        void fight() {
            lookAndWrite();
            for (int upgrade = 0; upgrade < 4; upgrade++) {
                helmUpgrades();
                lookAndWrite();
            }
        }

        void helmGivesIn() {
            text = HELM.replace("warn,linkerd=info,hickory=error", "warn,linkerd=debug");
            version++;
            look();
        }

        /** Injectors refuse what was written, and the text of before is put back. */
        void refuse() {
            remembered = remembered.verified(REFUSED, GENERATION, GENERATION, now);
            text = HELM;
            version++;
            look();
        }

        int putBackAfter(Duration time) {
            now = now.plus(time);
            look();
            return remembered.putBack();
        }
    }

    @Test
    void putsBackThreeTimesAndThenLeavesItAlone() {
        var world = new World();
        world.lookAndWrite();
        assertThat(world.remembered.putBack())
                .as("the first write puts nothing back")
                .isZero();
        var told = new ArrayList<String>();
        for (int upgrade = 0; upgrade < 5; upgrade++) {
            world.helmUpgrades();
            var plan = world.look();
            told.add(condition(plan, ConditionType.ENFORCED).message());
            world.write(plan);
            world.look();
        }

        assertThat(world.writes).isEqualTo(4);
        assertThat(world.remembered.putBack()).isEqualTo(3);
        assertThat(told.getFirst()).contains("Helm release linkerd and LinkerdConfig mesh disagree on proxy.logLevel");
        assertThat(told.getLast())
                .contains("left alone")
                .contains("24 hours")
                .contains("give the release the same values");
        assertThat(reason(world.look(), ConditionType.ENFORCED)).isEqualTo("False LeftAlone");
        assertThat(world.look().reason()).isEqualTo("LeftAlone");
    }

    /** A controller that reverts within milliseconds is seen in no look. */
    @Test
    void aWriterThatIsFasterThanEveryLookIsCountedAsWell() {
        var world = new World();
        for (int look = 0; look < 10; look++) {
            world.write(world.look());
            world.helmUpgrades();
        }

        assertThat(world.writes).isEqualTo(4);
        assertThat(world.remembered.putBack()).isEqualTo(3);
    }

    @Test
    void aWriteThatMetAConflictIsNotCountedAgain() {
        var world = new World();
        world.lookAndWrite();
        world.helmUpgrades();
        for (int conflict = 0; conflict < 5; conflict++) {
            world.look();
            world.version++;
        }

        assertThat(world.remembered.putBack()).isEqualTo(1);
        assertThat(world.plan().write()).isPresent();
    }

    @Test
    void aNewSpecIsAnotherMatter() {
        var spent = new EnforcementState(
                GENERATION - 1,
                3,
                "90",
                new Refusal("refused then", 2, Optional.of(NOW)),
                WrittenText.NONE,
                Optional.empty());

        var plan = LinkerdConfigPlan.of(Views.view(SPEC, there(HELM, "100"), spent, NOW));

        assertThat(plan.write()).isPresent();
        assertThat(plan.after().putBack()).isZero();
    }

    @Test
    void beginsAnewAfterADayInAgreementAndNotBefore() {
        var world = new World();
        world.fight();
        world.helmGivesIn();
        assertThat(world.remembered.putBack()).isEqualTo(3);

        assertThat(world.putBackAfter(ALMOST_A_DAY)).isEqualTo(3);
        assertThat(world.putBackAfter(Duration.ofSeconds(1))).isZero();
        world.helmUpgrades();
        assertThat(world.plan().write()).isPresent();
    }

    /** Such a path differs for good, and the 24 hours never began. */
    @Test
    void aPathThatAnEditCannotBringKeepsNoCountFromBeginningAnew() {
        var world = new World(SPEC.replace("'proxy'", "'controllerLogLevel':'debug','proxy'"));
        world.fight();
        world.helmGivesIn();
        assertThat(reason(world.plan(), ConditionType.ENFORCED)).isEqualTo("False NeedsLinkerdUpgrade");

        assertThat(world.putBackAfter(ALMOST_A_DAY)).isEqualTo(3);
        assertThat(world.putBackAfter(Duration.ofSeconds(1))).isZero();
        world.helmUpgrades();
        assertThat(world.plan().write()).isPresent();
    }

    @Test
    void theDayInAgreementBeginsAnewWhereItIsInterrupted() {
        var world = new World();
        world.fight();
        world.helmGivesIn();
        world.putBackAfter(ALMOST_A_DAY);
        world.helmUpgrades();
        world.look();
        world.helmGivesIn();
        world.putBackAfter(ALMOST_A_DAY);
        world.remembered = LinkerdConfigPlan.of(
                        Views.view(SPEC, new ObservedValues.Missing(), world.remembered, world.now))
                .after();
        world.look();

        assertThat(world.putBackAfter(ALMOST_A_DAY)).isEqualTo(3);
        assertThat(world.putBackAfter(Duration.ofSeconds(1))).isZero();
    }

    /** What is remembered is written into the status, whose every change is a write. */
    @Test
    void whileNothingWasPutBackNoMomentIsRemembered() {
        var world = new World();
        world.lookAndWrite();

        world.putBackAfter(ALMOST_A_DAY);

        assertThat(world.remembered.agreedSince()).isEmpty();
    }

    /** What is remembered is written before the ConfigMap is. */
    @Test
    void aLeaderThatEndedBeforeItsWriteIsFollowedByOneThatDoesNotCountTwice() {
        var world = new World();
        world.lookAndWrite();
        for (int upgrade = 0; upgrade < 3; upgrade++) {
            world.helmUpgrades();
            world.look();
            world.look();
            assertThat(world.remembered.putBack()).isEqualTo(upgrade + 1);
            assertThat(world.plan().write()).isPresent();
            world.lookAndWrite();
        }
        assertThat(world.remembered.putBack()).isEqualTo(3);
    }

    @Test
    void whatInjectorsRefusedIsNotWrittenAgainAtOnce() {
        var refused = EnforcementState.NONE.verified(REFUSED, GENERATION, GENERATION, NOW);

        var plan = LinkerdConfigPlan.of(Views.view(SPEC, there(HELM, "100"), refused, NOW));

        assertThat(plan.write()).isEmpty();
        assertThat(reason(plan, ConditionType.ENFORCED)).isEqualTo("False RefusedByInjector");
        assertThat(condition(plan, ConditionType.ENFORCED).message()).contains("admission webhook denied");
    }

    /** An injector that was starting ended the enforcement of a spec for good. */
    @Test
    void whatInjectorsRefusedIsTriedOnceMoreTenMinutesLater() {
        var world = new World();
        world.lookAndWrite();
        world.refuse();
        world.now = world.now.plus(Duration.ofMinutes(10)).minusSeconds(1);
        assertThat(world.plan().write()).isEmpty();
        assertThat(condition(world.look(), ConditionType.ENFORCED).message()).contains("2027-01-01T00:10:00Z");

        world.now = world.now.plusSeconds(1);
        world.lookAndWrite();

        assertThat(world.writes).isEqualTo(2);
        assertThat(world.remembered.putBack())
                .as("no other writer put anything back")
                .isZero();
        assertThat(reason(world.plan(), ConditionType.ENFORCED)).isEqualTo("True InPlace");
        assertThat(reason(world.plan(), ConditionType.INJECTION_BROKEN)).isEqualTo("False Injects");
    }

    @Test
    void whatInjectorsRefusedTwiceIsNotWrittenAgainBeforeTheSpecChanges() {
        var world = new World();
        world.lookAndWrite();
        world.refuse();
        world.now = world.now.plus(Duration.ofMinutes(10));
        world.lookAndWrite();
        world.refuse();

        world.now = world.now.plus(Duration.ofDays(400));

        assertThat(world.look().write()).isEmpty();
        assertThat(reason(world.look(), ConditionType.ENFORCED)).isEqualTo("False RefusedByInjector");
        assertThat(condition(world.look(), ConditionType.ENFORCED).message()).contains("twice");
        assertThat(world.writes).isEqualTo(2);
    }

    /** The spec that came since may be the cure. */
    @Test
    void whatInjectorsRefusedCountsForTheSpecThatWasWrittenAlone() {
        var before = EnforcementState.NONE;

        assertThat(before.verified(REFUSED, GENERATION, GENERATION - 1, NOW)).isEqualTo(before);
        assertThat(before.verified(new VerificationPlan.Ask(), GENERATION, GENERATION, NOW))
                .isEqualTo(before);
        assertThat(before.verified(new VerificationPlan.PutBack("x".repeat(1000)), GENERATION, GENERATION, NOW)
                        .refused()
                        .reason())
                .hasSizeLessThan(1000)
                .endsWith(" …");
    }

    /** A leader that ended before the injectors agreed is followed by one that reads this. */
    @Test
    void remembersWhatIsToBeAskedAboutAsLongAsItIsThere() {
        var world = new World();
        var plan = world.look();
        assertThat(world.remembered.asked())
                .isEqualTo(WrittenText.waiting(plan.write().orElseThrow().text()));

        world.write(plan);
        assertThat(condition(world.look(), ConditionType.ENFORCED).message()).contains("asked by dry runs until then");
        world.remembered =
                world.remembered.verified(new VerificationPlan.GiveUp("no right"), GENERATION, GENERATION, NOW);
        assertThat(condition(world.look(), ConditionType.ENFORCED).message()).contains("judged by the text alone");

        world.text += "# a comment of another writer\n";
        assertThat(condition(world.look(), ConditionType.ENFORCED).message()).contains("as wanted");
        assertThat(world.remembered.asked()).isEqualTo(WrittenText.NONE);
    }

    /** The leader that knew the text of before has ended. */
    @Test
    void whatInjectorsRefuseAndIsStillThereIsTheLoudestOfAll() {
        var world = new World();
        world.lookAndWrite();
        world.remembered = world.remembered.verified(REFUSED, GENERATION, GENERATION, NOW);

        var plan = world.look();

        assertThat(plan.write()).isEmpty();
        assertThat(plan.reason()).isEqualTo("InjectionBroken");
        assertThat(reason(plan, ConditionType.INJECTION_BROKEN)).isEqualTo("True RefusedByInjector");
        assertThat(reason(plan, ConditionType.ENFORCED)).isEqualTo("False RefusedByInjector");
        assertThat(condition(plan, ConditionType.ENFORCED).message())
                .contains("denied")
                .contains("Helm");
        assertThat(plan.notices()).anyMatch(notice -> notice.reason().equals("InjectionBroken"));

        world.remembered = world.remembered.verified(new VerificationPlan.Agreed(), GENERATION, GENERATION, NOW);
        assertThat(reason(world.look(), ConditionType.INJECTION_BROKEN)).isEqualTo("False Injects");
    }

    @Test
    void aWriteThatTheApiServerRefusesIsToldWithItsReason() {
        var view = Views.view(SPEC, there(HELM, "100"), EnforcementState.NONE, NOW);

        var plan = LinkerdConfigPlan.of(new LinkerdConfigPlanInputs(
                view.config(),
                view.values(),
                view.roots(),
                view.cniConfig(),
                view.waitedForCni(),
                view.before(),
                "no right",
                NOW));

        assertThat(reason(plan, ConditionType.ENFORCED)).isEqualTo("False WriteRefused");
        assertThat(condition(plan, ConditionType.ENFORCED).message())
                .contains("proxy.logLevel")
                .contains("no right");
        assertThat(plan.write()).as("is tried again").isPresent();
        assertThat(plan.notices()).anyMatch(notice -> notice.reason().equals("LinkerdConfigNotEnforced"));
    }

    /** In 2019 the wrong object was asked who owns the ConfigMap. */
    @Test
    void namesTheToolThatKeepsTheConfigMap() {
        var helm = Map.of("meta.helm.sh/release-name", "linkerd");
        assertThat(words(Map.of(), helm)).isEqualTo("Helm release linkerd");
        assertThat(words(Map.of(), Map.of("argocd.argoproj.io/tracking-id", "mesh:/ConfigMap:linkerd/linkerd-config")))
                .isEqualTo("Argo CD application mesh");
        assertThat(words(Map.of("argocd.argoproj.io/instance", "mesh"), Map.of()))
                .isEqualTo("Argo CD application mesh");
        assertThat(words(
                        Map.of("helm.toolkit.fluxcd.io/name", "linkerd", "helm.toolkit.fluxcd.io/namespace", "flux"),
                        helm))
                .isEqualTo("Flux HelmRelease flux/linkerd");
        assertThat(words(Map.of("kustomize.toolkit.fluxcd.io/name", "mesh"), Map.of()))
                .isEqualTo("Flux Kustomization mesh");
        assertThat(words(Map.of(), Map.of("linkerd.io/created-by", "linkerd/cli edge-26.8.3")))
                .isEqualTo("the linkerd CLI");
        assertThat(ManagingTool.of(Map.of(), Map.of("linkerd.io/created-by", "linkerd/helm edge-26.8.3")))
                .isEmpty();
    }

    private static String words(Map<String, String> labels, Map<String, String> annotations) {
        return ManagingTool.of(labels, annotations).orElseThrow().words();
    }
}
