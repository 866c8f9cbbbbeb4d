// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.events;

import io.linkerd.multus.contracts.Sha256;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import java.util.regex.Pattern;

/**
 * Names of Events that follow from the notice and the release, so that another process finds what was told.
 *
 * @param release ours; another one tells its own
 */
public record EventNames(String release) {
    /** So many hexadecimal digits tell the Events about one object apart. */
    private static final int DIGITS = 16;

    private static final int LONGEST = 253;

    /** Which an object's name must not have before a dot. */
    private static final Pattern MARKS_AT_THE_END = Pattern.compile("[-.]+$");

    /** {@return that of what is so: each message has an Event of its own, but for one that is marked} */
    public String of(Notice notice) {
        return name(notice, "\n" + notice.mark().orElse(notice.message()));
    }

    /** {@return that of what has happened: one Event for all that happened to the subject for that reason, whatever the message} */
    public String ofKind(Notice notice) {
        return name(notice, notice.mark().map(mark -> "\n" + mark).orElse(""));
    }

    /** {@return that of an Event which no process looks for later: no other about the subject has the number} */
    static String numbered(Subject subject, long number) {
        return named(subject, Long.toHexString(number));
    }

    private String name(Notice notice, String detail) {
        var digest = Sha256.of(release + "\n" + notice.subject() + "\n" + notice.reason() + detail);
        return named(notice.subject(), digest.substring(0, DIGITS));
    }

    /** After the object that it is about, as those of Kubernetes' own programs are. */
    private static String named(Subject subject, String ending) {
        int most = LONGEST - 1 - ending.length();
        var name = subject.name();
        var stem = name.length() <= most
                ? name
                : MARKS_AT_THE_END.matcher(name.substring(0, most)).replaceAll("");
        return stem + "." + ending;
    }
}
