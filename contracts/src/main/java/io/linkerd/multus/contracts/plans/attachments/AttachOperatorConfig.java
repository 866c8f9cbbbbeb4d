// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.plans.ObjectMarks;
import java.util.List;
import java.util.Optional;

/**
 * Tells the configurations that the linkerd-multus-attach-operator wrote. It put no mark on its attachments, but passed each
 * configuration through its own types: nothing unknown is left, members stand in the order of the types' fields, and two that no chart of
 * Linkerd's writes are always there.
 *
 * @see <a href="https://github.com/ErmakovDmitriy/linkerd-multus-attach-operator">the operator</a>
 */
public final class AttachOperatorConfig {
    private static final List<String> MEMBERS = List.of(
            "cniVersion",
            "name",
            "type",
            "capabilities",
            "ipam",
            "dns",
            "prevResult",
            "log_level",
            "linkerd",
            "kubernetes");

    private static final List<String> LINKERDS_MEMBERS = List.of(
            "incoming-proxy-port",
            "outgoing-proxy-port",
            "proxy-uid",
            "ports-to-redirect",
            "inbound-ports-to-ignore",
            "outbound-ports-to-ignore");

    /** A configuration in a NetworkAttachmentDefinition, as long as an admission review has it read. */
    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(256 << 10).values(20_000).build();

    private AttachOperatorConfig() {}

    /** {@return whether the operator wrote it} */
    public static boolean isIts(String config) {
        return config.chars().noneMatch(Character::isWhitespace)
                && JsonText.read(config, LIMITS) instanceof Result.Ok<JsonText>(var json)
                && hasOnly(json.root(), MEMBERS)
                && json.root().text("type").filter(Linkerd.PLUGIN::equals).isPresent()
                && json.root().has("ipam")
                && json.root().has("dns")
                && json.root().has("kubernetes", "kubeconfig")
                && json.root()
                        .member("linkerd")
                        .filter(linkerd -> hasOnly(linkerd, LINKERDS_MEMBERS))
                        .isPresent();
    }

    /** {@return whether the operator left an object that says this} Labels and owners are what all others' have, Helm's and operators'. */
    public static boolean isLeftBehind(ObjectMarks object, Optional<String> config) {
        return object.labels().isEmpty()
                && object.owners().isEmpty()
                && config.filter(AttachOperatorConfig::isIts).isPresent();
    }

    private static boolean hasOnly(JsonValue value, List<String> inOrder) {
        if (!(value instanceof JsonValue.Members object)) {
            return false;
        }
        int last = -1;
        for (var member : object.members()) {
            int place = inOrder.indexOf(member.name());
            if (place <= last) {
                return false;
            }
            last = place;
        }
        return true;
    }
}
