// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.controller.linkerdconfig.LinkerdConfigResource;
import io.linkerd.multus.controller.linkerdconfig.StatusJson;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.rollouts.plan.AtHand;
import io.linkerd.multus.controller.rollouts.plan.FirstNames;
import io.linkerd.multus.controller.rollouts.plan.RolloutPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What rollouts say in the {@code status} of a {@code LinkerdConfig}: {@code rollout} and {@code outdated}, under a field manager of their own.
 * The rest is the duty's that follows Linkerd's values.
 *
 * @param json these two fields alone
 */
record RolloutStatus(JsonNode json) {
    private static final String ROLLOUT = "rollout";
    private static final String OUTDATED = "outdated";

    /** As the schema has it, with room for what a character takes in JSON. */
    private static final int LONGEST = 4096;

    /** Nothing is said. */
    static final RolloutStatus NONE = new RolloutStatus(StatusJson.node(Map.of()));

    /** {@return what stands there} */
    static RolloutStatus of(LinkerdConfigResource config) {
        var said = new LinkedHashMap<String, Object>();
        Optional.ofNullable(config.getStatus())
                .ifPresent(status -> Stream.of(OUTDATED, ROLLOUT)
                        .filter(status::has)
                        .forEach(field -> said.put(field, status.path(field))));
        return new RolloutStatus(StatusJson.node(said));
    }

    /** {@return what is to be said} */
    static RolloutStatus of(RolloutPlan plan) {
        var progress = plan.progress();
        var rollout = new LinkedHashMap<String, Object>();
        rollout.put("reason", progress.reason().word());
        rollout.put("message", GoText.shorten(progress.message(), LONGEST, " …"));
        rollout.put("due", said(progress.due()));
        rollout.put("failed", said(progress.failed()));
        rollout.put("left", said(progress.left()));
        if (!plan.atHand().isEmpty()) {
            rollout.put(
                    "atHand", plan.atHand().stream().map(RolloutStatus::said).toList());
        }
        return new RolloutStatus(StatusJson.node(Map.of(OUTDATED, said(progress.outdated()), ROLLOUT, rollout)));
    }

    /** {@return what is at hand} An entry of another type than the schema's counts as absent. */
    List<AtHand> atHand() {
        return json.path(ROLLOUT)
                .path("atHand")
                .valueStream()
                .filter(one -> Stream.of("kind", "namespace", "name", "uid", "change")
                        .allMatch(field -> one.path(field).isTextual()))
                .map(RolloutStatus::atHand)
                .toList();
    }

    private static AtHand atHand(JsonNode one) {
        return new AtHand(
                one.path("kind").asText(),
                one.path("namespace").asText(),
                one.path("name").asText(),
                one.path("uid").asText(),
                new ChangeDigest(one.path("change").asText()),
                one.path("evenUnwell").asBoolean(false),
                one.path("attempt").asInt(1));
    }

    private static Map<String, Object> said(AtHand one) {
        var said = new LinkedHashMap<String, Object>();
        said.put("kind", one.kind());
        said.put("namespace", one.namespace());
        said.put("name", one.name());
        said.put("uid", one.uid());
        said.put("change", one.change().text());
        said.put("evenUnwell", one.evenUnwell());
        said.put("attempt", one.attempt());
        return said;
    }

    private static Map<String, Object> said(FirstNames names) {
        return names.count() == 0 ? Map.of("count", 0) : Map.of("count", names.count(), "first", names.first());
    }
}
