// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.controller.operator.OperatorConditions.Waiting;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An operand as it was last seen.
 *
 * @param known tells which of them are this operator's, and which are as it wrote them
 * @param objects all that were seen, by what they are
 * @param away the nodes that cannot have the installer
 */
record SeenOperand(OperandObjects known, Map<ObjectKey, GenericKubernetesResource> objects, AwayNodes away) {
    /** {@return the objects that are made in that step} */
    Stream<GenericKubernetesResource> of(Stage stage) {
        return objects.entrySet().stream()
                .filter(entry -> Stage.of(entry.getKey().kind()) == stage)
                .map(Map.Entry::getValue);
    }

    /** {@return how the one that is asked for is there} */
    OperatorPlan.Part part(GenericKubernetesResource asked) {
        var key = ObjectKey.of(asked);
        var there = Optional.ofNullable(objects.get(key));
        return new OperatorPlan.Part(
                key,
                there.isPresent(),
                there.filter(known.mark()::isLabelled).isPresent(),
                known.isRight(asked, there),
                there.map(object -> Rollout.of(object, away)).orElse(Rollout.UNKNOWN));
    }

    /** Pods of nodes that are away do not use up what may be unavailable. */
    void makeRoom(GenericKubernetesResource asked) {
        Optional.ofNullable(objects.get(ObjectKey.of(asked)))
                .filter(_ -> Stage.of(OperandKind.of(asked)) == Stage.INSTALLER)
                .ifPresent(
                        seen -> MaxUnavailable.makeRoom(asked, seen, away, object -> known.changesPods(object, seen)));
    }

    /** {@return those of this operand that are not among the asked} */
    List<ObjectKey> besides(List<GenericKubernetesResource> asked) {
        var wanted = asked.stream().map(ObjectKey::of).toList();
        return objects.entrySet().stream()
                .filter(entry -> known.mark().isLabelled(entry.getValue()))
                .map(Map.Entry::getKey)
                .filter(key -> !wanted.contains(key))
                .toList();
    }

    /** {@return until when the webhook is trusted, by this operator's configurations} */
    Optional<Trust> trust() {
        return Trust.of(of(Stage.ADMISSION).filter(known.mark()::isLabelled).toList());
    }

    /** {@return how far the pods of that step are} */
    Rollout rollout(Stage stage) {
        return rollouts(stage).findFirst().orElse(Rollout.UNKNOWN);
    }

    private Stream<Rollout> rollouts(Stage stage) {
        return of(stage).map(object -> Rollout.of(object, away));
    }

    /** {@return why the webhook's replicas may never be trusted, where they are this operator's} Before, their authority is the release's affair. */
    Optional<Trouble> otherAuthority() {
        return of(Stage.WEBHOOK).anyMatch(known.mark()::isLabelled)
                ? Injectors.trouble(of(Stage.ADMISSION))
                : Optional.empty();
    }

    /** {@return whose pods are not all new yet, or do not all work, whatever is asked for} What holds up another step comes first. */
    Optional<Waiting> underWay() {
        return Stream.of(Stage.INSTALLER, Stage.WEBHOOK)
                .flatMap(stage -> rollouts(stage)
                        .filter(Rollout::isUnderWay)
                        .map(rollout -> Waiting.rollingOut(stage, !rollout.letsNextStepBegin())))
                .min(Comparator.comparing(waiting -> !waiting.holdsUp()));
    }
}
