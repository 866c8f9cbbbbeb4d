// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.NoCluster;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.manifests.Named;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.util.List;

/** Who keeps an object of a release. */
enum Kept {
    /** It is not there. */
    NOT_THERE,
    /** This user may not look. */
    UNSEEN,
    /** Who applied it, by kubectl or otherwise. */
    APPLIED,
    /** Helm, whose release would not know of what happens to it. */
    BY_HELM,
    /** The operator, which would put it back. */
    BY_OPERATOR;

    private static final String HELM = "meta.helm.sh/release-name";
    private static final List<String> OPERATORS = List.of(LinkerdMultus.MANAGED_BY, "olm");

    /**
     * {@return who keeps that object}
     *
     * @throws NoCluster where it cannot be told: it may be anyone's
     */
    static Kept of(Cluster cluster, Named object) {
        return switch (cluster.text("get " + object.kind() + " " + object.name(), object.path())) {
            case Sight.Seen<String>(var text) -> of(object, text);
            case Sight.Absent<String> _ -> NOT_THERE;
            case Sight.Denied<String> _ -> UNSEEN;
            case Sight.Failed<String>(var words) -> throw cannotTell(object, words);
        };
    }

    private static NoCluster cannotTell(Named object, String words) {
        return new NoCluster("who keeps " + object.kind() + " " + object.name() + " cannot be told (" + words
                + "), so nothing is printed: try it again");
    }

    private static Kept of(Named object, String text) {
        JsonNode metadata;
        try {
            metadata = new JsonMapper().readTree(text).path("metadata");
        } catch (JsonProcessingException _) {
            throw cannotTell(object, "the answer is no JSON");
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
            case NOT_THERE, UNSEEN, APPLIED -> {}
        }
    }
}
