// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.manifests.Named;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.util.List;

/** Who keeps an object of a release. */
enum Kept {
    /** It is not there. */
    NOT_THERE,
    /** Who applied it, by kubectl or otherwise; so it is taken to be where this user may not look. */
    APPLIED,
    /** Helm, whose release would not know of what happens to it. */
    BY_HELM,
    /** The operator, which would put it back. */
    BY_OPERATOR;

    private static final String HELM = "meta.helm.sh/release-name";
    private static final List<String> OPERATORS = List.of(LinkerdMultus.MANAGED_BY, "olm");

    static Kept of(Cluster cluster, Named object) {
        return switch (cluster.text("get " + object.kind() + " " + object.name(), object.path())) {
            case Sight.Seen<String>(var text) -> of(text);
            case Sight.Absent<String> _ -> NOT_THERE;
            case Sight.Denied<String> _, Sight.Failed<String> _ -> APPLIED;
        };
    }

    private static Kept of(String text) {
        JsonNode metadata;
        try {
            metadata = new JsonMapper().readTree(text).path("metadata");
        } catch (JsonProcessingException _) {
            return APPLIED;
        }
        if (metadata.path("annotations").has(HELM)) {
            return BY_HELM;
        }
        var keeper =
                metadata.path("labels").path(LinkerdMultus.MANAGED_BY_LABEL).asText();
        return keeper.equals("Helm") ? BY_HELM : OPERATORS.contains(keeper) ? BY_OPERATOR : APPLIED;
    }

    /** Passes where nothing but a person keeps that object. */
    void requireApplied(Named object, String helm, String operator) {
        var what = object.kind() + " " + object.name() + " of this cluster is kept by ";
        switch (this) {
            case BY_HELM -> throw new UnusableInput(what + "Helm: " + helm);
            case BY_OPERATOR -> throw new UnusableInput(what + "the operator: " + operator);
            case NOT_THERE, APPLIED -> {}
        }
    }
}
