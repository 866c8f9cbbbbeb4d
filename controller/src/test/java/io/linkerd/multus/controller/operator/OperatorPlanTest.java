// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
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
        return new ObjectKey(
                OperandKind.of(
                        new GenericKubernetesResourceBuilder().withKind(kind).build()),
                "",
                "a");
    }

    private static PartState right(ObjectKey key) {
        return new PartState(key, true, true, DONE);
    }

    private static PartState wrong(ObjectKey key) {
        return new PartState(key, true, false, DONE);
    }

    private static OperatorPlan plan(Achieved achieved, PartState... parts) {
        return OperatorPlan.of(Arrays.asList(parts), List.of(EXTRA), achieved);
    }

    @Test
    void doesNothingWhereAllIsRightButTakesAwayWhatIsNotAskedFor() {
        var plan = plan(Achieved.NOTHING, right(ACCOUNT), right(INSTALLER), right(WEBHOOK), right(ADMISSION));

        assertThat(plan.apply()).isEmpty();
        assertThat(plan.remove()).containsExactly(EXTRA);
        assertThat(plan.waitsFor()).isEmpty();
    }

    @Test
    void beginsWithWhatThePartsStandOn() {
        var plan = plan(Achieved.NOTHING, wrong(ADMISSION), wrong(WEBHOOK), wrong(INSTALLER), wrong(ACCOUNT));

        assertThat(plan.apply()).containsExactly(ACCOUNT);
        assertThat(plan.waitsFor()).contains(Stage.FOUNDATION);
        assertThat(plan.remove()).as("somebody may still need it").isEmpty();
    }

    @Test
    void doesNotBeginAStepBeforeThePodsOfTheOneBeforeWork() {
        var plan = plan(
                Achieved.NOTHING,
                right(ACCOUNT),
                new PartState(INSTALLER, true, true, UNDER_WAY),
                wrong(WEBHOOK),
                wrong(ADMISSION));

        assertThat(plan.apply()).isEmpty();
        assertThat(plan.waitsFor()).contains(Stage.INSTALLER);
    }

    /** Else a node that is away would keep whoever spoils the webhook's configuration from being undone. */
    @Test
    void putsEverythingRightAtOnceWhereItWasRightBefore() {
        var plan = plan(
                Achieved.SPEC,
                right(ACCOUNT),
                new PartState(INSTALLER, true, true, UNDER_WAY),
                right(WEBHOOK),
                wrong(ADMISSION));

        assertThat(plan.apply()).containsExactly(ADMISSION);
        assertThat(plan.waitsFor()).contains(Stage.INSTALLER);
    }

    /** It used to come back at once, to whoever had taken it away because the webhook kept pods from starting. */
    @Test
    void bringsAConfigurationBackOnlyWhenSomebodyAnswers() {
        var gone = new PartState(ADMISSION, false, false, DONE);
        var silent = new PartState(WEBHOOK, true, true, new Rollout(2, 2, 0, 0, true));
        var oneAnswers = new PartState(WEBHOOK, true, true, new Rollout(2, 2, 1, 0, true));

        assertThat(plan(Achieved.SPEC, right(ACCOUNT), right(INSTALLER), silent, gone)
                        .apply())
                .isEmpty();
        assertThat(plan(Achieved.SPEC, right(ACCOUNT), right(INSTALLER), silent, wrong(ADMISSION))
                        .apply())
                .as("there, and spoiled")
                .containsExactly(ADMISSION);
        assertThat(plan(Achieved.SPEC, right(ACCOUNT), right(INSTALLER), oneAnswers, gone)
                        .apply())
                .containsExactly(ADMISSION);
    }

    /** Whoever set {@code failurePolicy: Ignore}, since nobody answered and pods were refused, had to wait for somebody who answers. */
    @Test
    void aConfigurationFollowsTheSpecAlsoWhenNobodyAnswers() {
        var silent = new PartState(WEBHOOK, true, false, new Rollout(2, 2, 0, 0, true));
        var away = new PartState(INSTALLER, true, true, new Rollout(2, 2, 1, 0, true));
        var gone = new PartState(ADMISSION, false, false, DONE);

        assertThat(plan(Achieved.VERSION, right(ACCOUNT), away, silent, wrong(ADMISSION))
                        .apply())
                .containsExactly(ADMISSION);
        assertThat(plan(Achieved.VERSION, right(ACCOUNT), away, silent, gone).apply())
                .as("it is never made for nobody")
                .isEmpty();
        assertThat(plan(Achieved.NOTHING, right(ACCOUNT), away, silent, wrong(ADMISSION))
                        .apply())
                .as("another version's, which this one's webhook has to answer")
                .isEmpty();
    }
}
