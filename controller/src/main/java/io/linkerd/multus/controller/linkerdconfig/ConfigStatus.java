// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.controller.linkerdconfig.plan.ConditionType;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition;
import io.linkerd.multus.controller.linkerdconfig.plan.EnforcementState;
import io.linkerd.multus.controller.linkerdconfig.plan.LinkerdConfigPlan;
import io.linkerd.multus.controller.linkerdconfig.plan.ValueDrift;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The {@code status} of a {@code LinkerdConfig}: the previous one, with this controller's part replaced. Fields of a newer version are kept. The
 * fields of rollouts are left out, since rollouts apply them under another field manager. A value of a type that the schema does not allow counts
 * as absent.
 *
 * @param json the status of the object; an empty node where it has none
 */
record ConfigStatus(JsonNode json) {
    /** As the schema has it. */
    private static final int LONGEST = 4096;

    private static final List<String> OF_ROLLOUTS = List.of("outdated", "rollout");

    /** Leaves out the fields of rollouts. */
    ConfigStatus {
        json = json instanceof ObjectNode fields ? fields.deepCopy().remove(OF_ROLLOUTS) : json;
    }

    static ConfigStatus of(LinkerdConfigResource config) {
        return new ConfigStatus(Optional.ofNullable(config.getStatus()).orElseGet(() -> StatusJson.node(Map.of())));
    }

    /** {@return the state of enforcement that it holds} */
    EnforcementState enforcement() {
        return DriftStatus.enforcement(json.path("drift"));
    }

    /** {@return the generation of the spec that it describes; 0 where it has none} */
    long generation() {
        return json.path("observedGeneration").asLong(0);
    }

    /** {@return the paths that were not written, since Linkerd's CNI configuration has other values} */
    Set<String> waitingForCni() {
        return json.at("/drift/first")
                .valueStream()
                .filter(drift -> drift.path("needs").asText().equals(ValueDrift.NEEDS_CNI_CONFIG))
                .map(drift -> drift.path("path").asText())
                .collect(Collectors.toUnmodifiableSet());
    }

    private Optional<JsonNode> condition(String type) {
        return conditions()
                .filter(condition -> condition.path("type").asText().equals(type))
                .findFirst();
    }

    private Stream<JsonNode> conditions() {
        return json.path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").isTextual());
    }

    /** {@return the next status of the active object} */
    ConfigStatus after(LinkerdConfigPlan plan, long generation, Instant now) {
        var status = renewed(plan.conditions(), plan.reason(), generation, now);
        status.put("drift", DriftStatus.of(plan));
        if (plan.conditions().stream().anyMatch(ConfigStatus::isAccepted)) {
            var accepted = StatusJson.fields(json.path("accepted"));
            accepted.put("generation", generation);
            status.put("accepted", accepted);
        }
        return new ConfigStatus(StatusJson.node(status));
    }

    /** {@return the next status of an ignored object} */
    ConfigStatus ignored(ConfigCondition accepted, long generation, Instant now) {
        var status = renewed(List.of(accepted), accepted.reason(), generation, now);
        List.of("drift", "accepted").forEach(status::remove);
        return new ConfigStatus(StatusJson.node(status));
    }

    /** {@return whether both are equal but for the order of conditions} */
    boolean saysTheSameAs(ConfigStatus other) {
        return withoutConditions().equals(other.withoutConditions())
                && conditions()
                        .collect(Collectors.toSet())
                        .equals(other.conditions().collect(Collectors.toSet()));
    }

    private Map<String, Object> withoutConditions() {
        var rest = StatusJson.fields(json);
        rest.remove("conditions");
        return rest;
    }

    private static boolean isAccepted(ConfigCondition condition) {
        return condition.type() == ConditionType.ACCEPTED && condition.status() == ConfigCondition.Status.TRUE;
    }

    private Map<String, Object> renewed(List<ConfigCondition> conditions, String reason, long generation, Instant now) {
        var status = StatusJson.fields(json);
        status.put("observedGeneration", generation);
        status.put("reason", reason);
        var all = new ArrayList<Object>();
        conditions().filter(ConfigStatus::isOthers).forEach(all::add);
        conditions.forEach(condition -> all.add(said(condition, generation, now)));
        status.put("conditions", all);
        return status;
    }

    private static boolean isOthers(JsonNode condition) {
        return Arrays.stream(ConditionType.values())
                .noneMatch(type -> type.title().equals(condition.path("type").asText()));
    }

    private Map<String, Object> said(ConfigCondition condition, long generation, Instant now) {
        var title = condition.type().title();
        var status = condition.status().title();
        return Map.of(
                "type",
                title,
                "status",
                status,
                "reason",
                condition.reason(),
                "message",
                GoText.shorten(condition.message(), LONGEST, " …"),
                "observedGeneration",
                generation,
                "lastTransitionTime",
                condition(title)
                        .filter(before -> before.path("status").asText().equals(status))
                        .flatMap(before -> StatusJson.moment(before.path("lastTransitionTime")))
                        .orElse(now)
                        .toString());
    }
}
