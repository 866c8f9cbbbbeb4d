// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Judges an attachment by what it says. */
public final class AttachmentRules {
    /** A configuration in a NetworkAttachmentDefinition, as long as an admission review has it read. */
    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(256 << 10).values(20_000).build();

    private static final String CONFIG = "spec.config, ";

    /** Whoever has more to mend than this mends them in two goes. */
    private static final int MOST = 5;

    private AttachmentRules() {}

    /** {@return the verdict on one that is new} */
    public static Verdict onNew(Attachment attachment) {
        var verdict = onConfig(attachment.config());
        return switch (verdict) {
            case Verdict.Admit admit -> {
                var all = new ArrayList<String>();
                ofName(attachment.name()).ifPresent(all::add);
                all.addAll(admit.warnings());
                yield admit(all);
            }
            case Verdict.Unchecked _, Verdict.Refuse _, Verdict.TryAgain _, Verdict.Fail _ -> verdict;
        };
    }

    /** {@return the verdict on one that changes} One that was wrong before can still be labelled, freed of finalizers and put right. */
    public static Verdict onChange(Attachment before, Attachment after) {
        return after.config().equals(before.config()) ? admit(List.of()) : onConfig(after.config());
    }

    /** Kubernetes lets in more names than the comma separated list of a pod's annotation, and those more than OpenShift's webhook. */
    private static Optional<String> ofName(String name) {
        if (name.indexOf('.') >= 0) {
            return Optional.of("its name has a dot, so pods can ask for it in the JSON form of their annotation only");
        }
        return name.startsWith("0")
                ? Optional.of("its name begins with 0, which OpenShift's own webhook refuses")
                : Optional.empty();
    }

    private static Verdict onConfig(String config) {
        if (config.isEmpty()) {
            return admit(List.of());
        }
        try {
            var json = JsonText.parse(config, LIMITS);
            return json.root() instanceof JsonValue.Members root
                    ? onConfig(new DelegateConfig(json, root))
                    : refuse(List.of(json.problem(json.root().start(), "not a JSON object")));
        } catch (MalformedJson.BeyondLimits beyond) {
            return admit(List.of("it was not checked: " + CONFIG + beyond.reason()));
        } catch (MalformedJson malformed) {
            return refuse(List.of(malformed.reason()));
        }
    }

    private static Verdict onConfig(DelegateConfig config) {
        var reasons = config.reasonsAgainst(MOST);
        return reasons.isEmpty()
                ? admit(config.warnings(MOST).stream()
                        .map(warning -> CONFIG + warning)
                        .toList())
                : refuse(reasons);
    }

    private static Verdict admit(List<String> warnings) {
        return new Verdict.Admit(List.of(), warnings, AttachmentCause.RUNNABLE, "Multus can run it");
    }

    private static Verdict refuse(List<String> reasons) {
        return new Verdict.Refuse(
                AttachmentCause.NOT_RUNNABLE,
                reasons.stream().map(reason -> CONFIG + reason).collect(Collectors.joining("; ")));
    }
}
