// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a {@code LinkerdConfig} requires at a time. A certificate that has ended, or has not begun, disables the path that requires it, and no other:
 * the last step of a rotation leaves an old root in many an object.
 *
 * @param current the spec without these paths
 * @param outOfDate what is wrong with their certificates; a certificate with another problem is left in the spec
 */
public record DatedSpec(LinkerdConfigSpec current, List<FieldProblem> outOfDate) {
    private static final ValuesPath ISSUER = ValuesPath.of("identity", "issuer", "tls", "crtPEM");

    /** Copies. */
    public DatedSpec {
        outOfDate = List.copyOf(outOfDate);
    }

    /** {@return what a spec requires at that time} */
    public static DatedSpec at(LinkerdConfigSpec spec, Instant now) {
        var outOfDate = new ArrayList<FieldProblem>();
        var anchors =
                spec.trustAnchors().filter(each -> !isOutOfDate(Optional.of(each.pem()), each.field(), now, outOfDate));
        var wanted = new TreeMap<>(spec.wanted());
        var issuer = Optional.ofNullable(wanted.get(ISSUER))
                .flatMap(value -> value instanceof ValueTree.Text(var pem) ? Optional.of(pem) : Optional.empty());
        var field = spec.fields().getOrDefault(ISSUER, "spec.values." + ISSUER);
        if (isOutOfDate(issuer, field, now, outOfDate)) {
            wanted.remove(ISSUER);
        }
        return new DatedSpec(
                new LinkerdConfigSpec(
                        spec.controlPlaneNamespace(),
                        spec.configMap(),
                        spec.mode(),
                        spec.allowPartial(),
                        spec.rollouts(),
                        wanted,
                        spec.fields(),
                        anchors,
                        spec.homeless(),
                        spec.problems()),
                outOfDate);
    }

    private static boolean isOutOfDate(Optional<String> pem, String field, Instant now, List<FieldProblem> outOfDate) {
        var words = pem.map(each -> TrustCertificates.outOfDate(each, now)).orElse(List.of());
        words.forEach(each -> outOfDate.add(new FieldProblem(field, each)));
        return !words.isEmpty();
    }
}
