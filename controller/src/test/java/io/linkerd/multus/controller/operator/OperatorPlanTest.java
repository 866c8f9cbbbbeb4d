// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.operator.OperatorPlan.Part;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperatorPlanTest {
    private static final Rollout DONE = new Rollout(2, 2, 2, 0, true);
    private static final Rollout UNDER_WAY = new Rollout(2, 1, 2, 0, true);

    private static final ObjectKey ACCOUNT = key("ServiceAccount");
    private static final ObjectKey INSTALLER = key("DaemonSet");
    private static final ObjectKey WEBHOOK = key("Deployment");
    private static final ObjectKey ADMISSION = key("MutatingWebhookConfiguration");
    private static final ObjectKey EXTRA = key("NetworkPolicy");

    private static ObjectKey key(String kind) {
        return new ObjectKey(OperandKind.named(kind), "", "a");
    }

    private static Part right(ObjectKey key) {
        return new Part(key, true, true, DONE);
    }

    private static Part wrong(ObjectKey key) {
        return new Part(key, true, false, DONE);
    }

    private static OperatorPlan plan(Achieved achieved, Part... parts) {
        return OperatorPlan.of(Arrays.asList(parts), List.of(EXTRA), achieved, false);
    }

    private static List<ObjectKey> written(OperatorPlan plan) {
        return plan.actions().keySet().stream().filter(plan::writes).toList();
    }

    @Test
    void doesNothingWhereAllIsRightButTakesAwayWhatIsNotAskedFor() {
        var plan = plan(Achieved.NOTHING, right(ACCOUNT), right(INSTALLER), right(WEBHOOK), right(ADMISSION));

        assertThat(written(plan)).isEmpty();
        assertThat(plan.remove()).containsExactly(EXTRA);
        assertThat(plan.waitsFor()).isEmpty();
    }

    /** A replica that ends with the namespace deletes it; made again, it refused every meshed pod of the cluster. */
    @Test
    void makesNoConfigurationWhileTheNamespaceIsBeingDeleted() {
        var parts = List.of(right(ACCOUNT), right(INSTALLER), right(WEBHOOK), new Part(ADMISSION, false, false, DONE));

        assertThat(written(OperatorPlan.of(parts, List.of(), Achieved.SPEC, false)))
                .containsExactly(ADMISSION);
        assertThat(written(OperatorPlan.of(parts, List.of(), Achieved.SPEC, true)))
                .isEmpty();
        assertThat(written(OperatorPlan.of(parts, List.of(), Achieved.NOTHING, true)))
                .isEmpty();
    }

    @Test
    void beginsWithWhatThePartsStandOn() {
        var plan = plan(Achieved.NOTHING, wrong(ADMISSION), wrong(WEBHOOK), wrong(INSTALLER), wrong(ACCOUNT));

        assertThat(written(plan)).containsExactly(ACCOUNT);
        assertThat(plan.waitsFor()).contains(Stage.FOUNDATION);
        assertThat(plan.remove()).as("somebody may still need it").isEmpty();
    }

    @Test
    void doesNotBeginAStepBeforeThePodsOfTheOneBeforeWork() {
        var plan = plan(
                Achieved.NOTHING,
                right(ACCOUNT),
                new Part(INSTALLER, true, true, UNDER_WAY),
                wrong(WEBHOOK),
                wrong(ADMISSION));

        assertThat(written(plan)).isEmpty();
        assertThat(plan.waitsFor()).contains(Stage.INSTALLER);
    }

    /** An installer of another name held the lock of each node, and in mode chained the port: its successor waited for ever. */
    @Test
    void anInstallerOfAnotherNameGoesAsSoonAsItsSuccessorIsThere() {
        var former = new ObjectKey(OperandKind.named("DaemonSet"), "", "former");
        var extra = List.of(EXTRA, former);
        var unready = new Rollout(2, 0, 0, 0, true);

        assertThat(OperatorPlan.of(
                                List.of(right(ACCOUNT), new Part(INSTALLER, true, true, unready), wrong(WEBHOOK)),
                                extra,
                                Achieved.NOTHING,
                                false)
                        .remove())
                .containsExactly(former);
        assertThat(OperatorPlan.of(
                                List.of(wrong(ACCOUNT), new Part(INSTALLER, false, false, unready), right(WEBHOOK)),
                                extra,
                                Achieved.NOTHING,
                                false)
                        .remove())
                .as("no node is to be without")
                .isEmpty();
        assertThat(OperatorPlan.of(
                                List.of(right(ACCOUNT), right(INSTALLER), right(WEBHOOK)),
                                extra,
                                Achieved.NOTHING,
                                false)
                        .remove())
                .containsExactly(EXTRA, former);
    }

    /** Else a node that is away would keep whoever spoils the webhook's configuration from being undone. */
    @Test
    void putsEverythingRightAtOnceWhereItWasRightBefore() {
        var plan = plan(
                Achieved.SPEC,
                right(ACCOUNT),
                new Part(INSTALLER, true, true, UNDER_WAY),
                right(WEBHOOK),
                wrong(ADMISSION));

        assertThat(written(plan)).containsExactly(ADMISSION);
        assertThat(plan.waitsFor()).contains(Stage.INSTALLER);
    }

    /** It used to come back at once, to whoever had taken it away because the webhook kept pods from starting. */
    @Test
    void bringsAConfigurationBackOnlyWhenSomebodyAnswers() {
        var gone = new Part(ADMISSION, false, false, DONE);
        var silent = new Part(WEBHOOK, true, true, new Rollout(2, 2, 0, 0, true));
        var oneAnswers = new Part(WEBHOOK, true, true, new Rollout(2, 2, 1, 0, true));

        assertThat(written(plan(Achieved.SPEC, right(ACCOUNT), right(INSTALLER), silent, gone)))
                .isEmpty();
        assertThat(written(plan(Achieved.SPEC, right(ACCOUNT), right(INSTALLER), silent, wrong(ADMISSION))))
                .as("there, and spoiled")
                .containsExactly(ADMISSION);
        assertThat(written(plan(Achieved.SPEC, right(ACCOUNT), right(INSTALLER), oneAnswers, gone)))
                .containsExactly(ADMISSION);
    }

    /** Whoever set {@code failurePolicy: Ignore}, since nobody answered and pods were refused, had to wait for somebody who answers. */
    @Test
    void aConfigurationFollowsTheSpecAlsoWhenNobodyAnswers() {
        var silent = new Part(WEBHOOK, true, false, new Rollout(2, 2, 0, 0, true));
        var away = new Part(INSTALLER, true, true, new Rollout(2, 2, 1, 0, true));
        var gone = new Part(ADMISSION, false, false, DONE);

        assertThat(written(plan(Achieved.VERSION, right(ACCOUNT), away, silent, wrong(ADMISSION))))
                .containsExactly(ADMISSION);
        assertThat(written(plan(Achieved.VERSION, right(ACCOUNT), away, silent, gone)))
                .as("it is never made for nobody")
                .isEmpty();
        assertThat(written(plan(Achieved.NOTHING, right(ACCOUNT), away, silent, wrong(ADMISSION))))
                .as("another version's, which this one's webhook has to answer")
                .isEmpty();
    }

    private static Part ofNodes(int desired, int ready, AwayNode... away) {
        var allowance =
                new Rollout.Allowance(new AwayNodes(List.of(away), desired - away.length), MaxUnavailable.USUAL);
        return new Part(INSTALLER, true, true, new Rollout(desired, desired, ready, 0, true, allowance));
    }

    private static Part missing(ObjectKey key) {
        return new Part(key, false, false, Rollout.UNKNOWN);
    }

    /** With 299 of 300 installers ready, a first installation never made a webhook, and a changed one went nowhere. */
    @Test
    void oneNodeThatIsNotReadyDoesNotFreezeTheOperator() {
        var dead = new AwayNode("node-7", AwayNode.Cause.NOT_READY, "", false);
        for (var installer : List.of(ofNodes(300, 299), ofNodes(300, 299, dead), ofNodes(2, 1, dead))) {
            var first = plan(Achieved.NOTHING, right(ACCOUNT), installer, missing(WEBHOOK), missing(ADMISSION));
            assertThat(written(first)).containsExactly(WEBHOOK);
            for (var achieved : Achieved.values()) {
                var changed = plan(achieved, right(ACCOUNT), installer, wrong(WEBHOOK), right(ADMISSION));
                assertThat(written(changed)).containsExactly(WEBHOOK);
            }
        }
    }

    @Test
    void aNodeThatIsAwayIsNotWaitedForAndOneThatIsLateIs() {
        var dead = new AwayNode("node-7", AwayNode.Cause.NOT_READY, "", false);

        var away = plan(Achieved.SPEC, right(ACCOUNT), ofNodes(300, 299, dead), right(WEBHOOK), right(ADMISSION));
        assertThat(away.waitsFor()).isEmpty();
        assertThat(away.remove()).containsExactly(EXTRA);

        var late = plan(Achieved.SPEC, right(ACCOUNT), ofNodes(300, 299), right(WEBHOOK), right(ADMISSION));
        assertThat(late.waitsFor()).contains(Stage.INSTALLER);
        assertThat(late.isHeldUp()).as("the next step begins").isFalse();
        assertThat(late.remove()).as("its pod may still need it").isEmpty();
    }

    /** Its configuration said Fail, so that every meshed pod was refused until the node was back. */
    @Test
    void aWebhookThatIsAskedIsMadeAgainWhateverTheStep() {
        var begun = new Part(INSTALLER, true, true, UNDER_WAY);

        for (var achieved : Achieved.values()) {
            assertThat(written(plan(achieved, right(ACCOUNT), begun, missing(WEBHOOK), right(ADMISSION))))
                    .containsExactly(WEBHOOK);
            assertThat(written(plan(achieved, wrong(ACCOUNT), missing(INSTALLER), right(WEBHOOK), right(ADMISSION))))
                    .containsExactly(ACCOUNT, INSTALLER);
        }
        assertThat(written(plan(Achieved.NOTHING, right(ACCOUNT), begun, missing(WEBHOOK), missing(ADMISSION))))
                .as("a first installation keeps the order")
                .isEmpty();
    }

    /** Beside a Helm release, whose configuration has the name of ours, an installer was made that nothing had asked for. */
    @Test
    void theConfigurationOfAnotherReleaseAsksNobodyOfOurs() {
        var ofAnother = new Part(ADMISSION, true, false, false, DONE);

        var plan = OperatorPlan.of(
                List.of(wrong(ACCOUNT), new Part(INSTALLER, false, false, Rollout.UNKNOWN), ofAnother),
                List.of(),
                Achieved.NOTHING,
                false);

        assertThat(plan.writes(INSTALLER)).isFalse();
    }
}
