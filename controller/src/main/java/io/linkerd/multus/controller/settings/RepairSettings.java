// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.settings.SettingsReader;
import java.time.Duration;

/**
 * Whether pods are replaced that were started without Linkerd's rules, and how fast.
 *
 * @param pause from one replacement to the next, whoever owns the pods
 */
public record RepairSettings(boolean enabled, Duration pause) {
    /** One a second: a node of 250 such pods is back in four minutes, and no API server or scheduler notices. */
    static final int PER_MINUTE = 60;
    /** Ten a second; more is no repair but a storm of its own. */
    private static final int MOST_PER_MINUTE = 600;

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** So many a minute, at even distances. */
    public static RepairSettings perMinute(int pods) {
        return new RepairSettings(true, MINUTE.dividedBy(pods));
    }

    static RepairSettings read(SettingsReader reader) {
        return new RepairSettings(
                reader.flag(SettingsReader.PREFIX + "REPAIR", true),
                MINUTE.dividedBy(
                        reader.parsed(SettingsReader.PREFIX + "REPAIR_PER_MINUTE", PER_MINUTE, RepairSettings::pods)));
    }

    private static Result<Integer> pods(String text) {
        return text.matches("\\d{1,3}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= MOST_PER_MINUTE
                ? new Result.Ok<>(Integer.valueOf(text))
                : new Result.Not<>("must be a number of pods from 1 to " + MOST_PER_MINUTE);
    }
}
