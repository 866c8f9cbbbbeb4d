// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition.Status;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Selects the conditions that are recorded as Events, and the one whose reason is in {@code status.reason}. */
final class LinkerdConfigEvents {
    private static final String INJECTION_BROKEN = "InjectionBroken";
    private static final String INVALID = "LinkerdConfigInvalid";
    private static final String DIFFER = "LinkerdValuesDiffer";
    private static final String UNKNOWN = "LinkerdValuesUnknown";
    private static final String NOT_ENFORCED = "LinkerdConfigNotEnforced";
    private static final String TRUST_ROOTS_DIFFER = "TrustRootsDiffer";

    /** An Event holds 1024 bytes. */
    private static final int MOST = 900;

    private static final List<String> NOT_WRITTEN = List.of(
            "LeftAlone",
            "WouldBreakInjection",
            "CannotBeEdited",
            ConfigConditions.NOT_JUDGED,
            "RefusedByInjector",
            "WriteRefused",
            "NeedsLinkerdUpgrade",
            ConfigConditions.NEEDS_CNI_CONFIG);

    private LinkerdConfigEvents() {}

    /** {@return the reason of the condition that people have to know of first} */
    static String reason(List<ConfigCondition> conditions) {
        var by = byType(conditions);
        if (is(by, ConditionType.INJECTION_BROKEN, Status.TRUE)) {
            return ConditionType.INJECTION_BROKEN.title();
        }
        if (is(by, ConditionType.ACCEPTED, Status.FALSE)) {
            return reason(by, ConditionType.ACCEPTED);
        }
        return notWritten(by).map(ConfigCondition::reason).orElseGet(() -> {
            boolean roots = is(by, ConditionType.IN_STEP, Status.TRUE)
                    && is(by, ConditionType.TRUST_ROOTS_IN_STEP, Status.FALSE);
            return reason(by, roots ? ConditionType.TRUST_ROOTS_IN_STEP : ConditionType.IN_STEP);
        });
    }

    /** {@return the Events, all of them on the LinkerdConfig} */
    static List<Notice> of(LinkerdConfigPlanInputs inputs, List<ConfigCondition> conditions) {
        var by = byType(conditions);
        var subject = inputs.config().subject();
        boolean accepted = is(by, ConditionType.ACCEPTED, Status.TRUE);
        return Stream.of(
                        told(by, ConditionType.INJECTION_BROKEN, Status.TRUE)
                                .map(message -> Notice.warning(subject, INJECTION_BROKEN, message)),
                        told(by, ConditionType.ACCEPTED, Status.FALSE)
                                .map(message -> Notice.warning(subject, INVALID, message)),
                        told(by, ConditionType.HAS_UNKNOWN_FIELDS, Status.TRUE)
                                .filter(_ -> accepted
                                        && reason(by, ConditionType.HAS_UNKNOWN_FIELDS)
                                                .equals(ConfigConditions.CERTIFICATE_OUT_OF_DATE))
                                .map(message -> Notice.warning(subject, INVALID, message)),
                        told(by, ConditionType.IN_STEP, Status.FALSE)
                                .map(message -> Notice.warning(subject, DIFFER, message)),
                        told(by, ConditionType.IN_STEP, Status.UNKNOWN)
                                .filter(_ -> accepted)
                                .map(message -> Notice.warning(subject, UNKNOWN, message)),
                        notWritten(by)
                                .map(condition -> Notice.warning(subject, NOT_ENFORCED, inShort(condition.message()))),
                        told(by, ConditionType.TRUST_ROOTS_IN_STEP, Status.FALSE)
                                .map(message -> Notice.warning(subject, TRUST_ROOTS_DIFFER, message)))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<ConfigCondition> notWritten(Map<ConditionType, ConfigCondition> by) {
        return Optional.ofNullable(by.get(ConditionType.ENFORCED))
                .filter(condition -> NOT_WRITTEN.contains(condition.reason()));
    }

    private static Optional<String> told(Map<ConditionType, ConfigCondition> by, ConditionType type, Status status) {
        return Optional.ofNullable(by.get(type))
                .filter(condition -> condition.status() == status)
                .map(condition -> inShort(condition.message()));
    }

    private static String inShort(String message) {
        return GoText.shorten(message, MOST, " …");
    }

    private static boolean is(Map<ConditionType, ConfigCondition> by, ConditionType type, Status status) {
        return by.containsKey(type) && by.get(type).status() == status;
    }

    private static String reason(Map<ConditionType, ConfigCondition> by, ConditionType type) {
        return Optional.ofNullable(by.get(type)).map(ConfigCondition::reason).orElse("");
    }

    private static Map<ConditionType, ConfigCondition> byType(List<ConfigCondition> conditions) {
        var by = new EnumMap<ConditionType, ConfigCondition>(ConditionType.class);
        conditions.forEach(condition -> by.put(condition.type(), condition));
        return by;
    }
}
