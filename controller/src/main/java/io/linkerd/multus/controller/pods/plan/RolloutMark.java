// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods.plan;

import io.linkerd.multus.contracts.names.RolloutNames;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The annotation {@value RolloutNames#ROLLED_OUT_FOR}: for which change a workload was restarted, and by which revision of the LinkerdConfig.
 *
 * @param change digest of the change
 * @param revision of the LinkerdConfig, which is another one after each change of its spec: a person sees which one asked for the restart
 */
public record RolloutMark(ChangeDigest change, String revision) {
    private static final Pattern TEXT = Pattern.compile("([0-9a-f]{16})\\.([0-9]{1,19}-[0-9a-zA-Z]{0,8})");
    private static final int UID_PART = 8;

    /** {@return the revision of a LinkerdConfig} One that was made again has another. */
    public static String revision(long generation, String uid) {
        return generation + "-" + uid.substring(0, Math.min(UID_PART, uid.length()));
    }

    /** {@return the mark that an annotation says; empty where it says none of ours} */
    public static Optional<RolloutMark> read(String annotation) {
        var text = TEXT.matcher(annotation);
        return text.matches()
                ? Optional.of(new RolloutMark(new ChangeDigest(text.group(1)), text.group(2)))
                : Optional.empty();
    }

    /** {@return the value of the annotation} */
    public String text() {
        return change.text() + "." + revision;
    }

    /** {@return both annotations of the pod template, and nothing else that we may write} */
    public Map<String, String> annotations(Instant now) {
        return Map.of(
                RolloutNames.RESTARTED_AT,
                now.truncatedTo(ChronoUnit.SECONDS).toString(),
                RolloutNames.ROLLED_OUT_FOR,
                text());
    }
}
