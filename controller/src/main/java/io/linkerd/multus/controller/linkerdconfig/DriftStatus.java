// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.controller.linkerdconfig.plan.EnforcementState;
import io.linkerd.multus.controller.linkerdconfig.plan.LinkerdConfigPlan;
import io.linkerd.multus.controller.linkerdconfig.plan.Refusal;
import io.linkerd.multus.controller.linkerdconfig.plan.ValueDrift;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationStatus;
import io.linkerd.multus.controller.linkerdconfig.plan.WrittenText;
import io.linkerd.multus.values.ValueWords;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The field {@code status.drift} of a {@code LinkerdConfig}: the drift of Linkerd's values, and the state of enforcement. */
final class DriftStatus {
    /** As the schema has it. */
    private static final int MOST = 16;

    private static final int LONGEST = 4096;
    private static final int LONGEST_PATH = 500;

    private DriftStatus() {}

    /** {@return the state of enforcement in it} */
    static EnforcementState enforcement(JsonNode drift) {
        return new EnforcementState(
                drift.path("inPlaceGeneration").asLong(0),
                drift.path("putBack").asInt(0),
                drift.path("version").asText(""),
                refused(drift),
                asked(drift.path("asked")),
                StatusJson.moment(drift.path("agreedSince")));
    }

    private static Refusal refused(JsonNode drift) {
        var reason = drift.path("refused").asText("");
        int count = drift.path("refusals").asInt(0);
        return new Refusal(
                reason, reason.isEmpty() ? count : Math.max(1, count), StatusJson.moment(drift.path("refusedAt")));
    }

    private static WrittenText asked(JsonNode asked) {
        var verification = Arrays.stream(VerificationStatus.values())
                .filter(each -> each.title().equals(asked.path("verification").asText()))
                .findFirst()
                .orElse(VerificationStatus.NONE);
        return verification == VerificationStatus.NONE
                ? WrittenText.NONE
                : new WrittenText(asked.path("digest").asText(""), verification);
    }

    /** {@return the field for a plan} */
    static Map<String, Object> of(LinkerdConfigPlan plan) {
        var drift = new LinkedHashMap<String, Object>();
        plan.differences().ifPresent(differences -> {
            drift.put("count", differences.size());
            drift.put(
                    "first",
                    differences.stream().limit(MOST).map(DriftStatus::said).toList());
        });
        var after = plan.after();
        drift.put("putBack", after.putBack());
        if (after.generation() != 0) {
            drift.put("inPlaceGeneration", after.generation());
        }
        if (!after.version().isEmpty()) {
            drift.put("version", after.version());
        }
        putRefused(after.refused(), drift);
        if (after.asked().verification() != VerificationStatus.NONE) {
            drift.put(
                    "asked",
                    Map.of(
                            "digest", after.asked().digest(),
                            "verification", after.asked().verification().title()));
        }
        after.agreedSince().ifPresent(since -> drift.put("agreedSince", since.toString()));
        return drift;
    }

    private static void putRefused(Refusal refused, Map<String, Object> drift) {
        if (!refused.reason().isEmpty()) {
            drift.put("refused", GoText.shorten(refused.reason(), LONGEST, " …"));
        }
        if (refused.count() > 0) {
            drift.put("refusals", refused.count());
        }
        refused.last().ifPresent(last -> drift.put("refusedAt", last.toString()));
    }

    private static Map<String, Object> said(ValueDrift finding) {
        var difference = finding.difference();
        var said = new LinkedHashMap<String, Object>();
        said.put("path", GoText.shorten(difference.path().toString(), LONGEST_PATH, " …"));
        if (!ValueWords.isSecret(difference.path())) {
            said.put("wanted", ValueWords.of(difference.path(), difference.wanted()));
            said.put("found", ValueWords.of(difference.path(), difference.actual()));
        }
        said.put("needs", finding.need());
        return said;
    }
}
