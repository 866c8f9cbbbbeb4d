// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiResource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Where OLM reads whether the next version may come: the OperatorCondition, which it makes for each version, together with the right to
 * write it and a variable with its name (operator-lifecycle-manager, {@code operatorcondition_controller.go}).
 */
final class UpgradeNotice {
    private static final ApiResource<GenericKubernetesResource> CONDITIONS =
            ApiResource.generic("operators.coreos.com", "v2", "OperatorCondition", "operatorconditions", true);

    private final KubernetesSerialization serialization = new KubernetesSerialization();
    private final ControllerContext context;
    private final String namespace;
    private final Optional<String> name;
    private final AtomicReference<Optional<Condition>> told = new AtomicReference<>(Optional.empty());

    /** Prepares; without a {@code name} nobody reads it. */
    UpgradeNotice(ControllerContext context, String namespace, Optional<String> name) {
        this.context = context;
        this.namespace = namespace;
        this.name = name;
    }

    /** Tells that nothing is asked for, where that is news. */
    void tellFree() {
        tell(new ConditionBuilder()
                .withType("Upgradeable")
                .withStatus("True")
                .withReason("NothingAsked")
                .withMessage("there is no LinkerdMultus, and nothing is being changed")
                .build());
    }

    /** Tells it where it is news. */
    void tell(Condition upgradeable) {
        if (name.isPresent() && !told.get().equals(Optional.of(upgradeable)) && tell(name.get(), upgradeable)) {
            told.set(Optional.of(upgradeable));
        }
    }

    /** {@return whether it is told; OLM may be about to make what it reads} */
    private boolean tell(String condition, Condition upgradeable) {
        var there = CONDITIONS.read(context.client(), namespace, condition);
        if (there.isPresent() && !says(there.get(), upgradeable)) {
            var patch = Map.of("spec", Map.of("conditions", List.of(now(upgradeable))));
            context.writes().patch(CONDITIONS, there.get(), Map.of(), patch);
        }
        return there.isPresent();
    }

    private boolean says(GenericKubernetesResource there, Condition upgradeable) {
        return there.<Object>get("spec", "conditions") instanceof List<?> conditions
                && conditions.stream()
                        .map(condition -> serialization.convertValue(condition, Condition.class))
                        .map(condition -> new ConditionBuilder(condition)
                                .withLastTransitionTime(null)
                                .build())
                        .anyMatch(upgradeable::equals);
    }

    private static Condition now(Condition upgradeable) {
        return new ConditionBuilder(upgradeable)
                .withLastTransitionTime(
                        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString())
                .build();
    }
}
