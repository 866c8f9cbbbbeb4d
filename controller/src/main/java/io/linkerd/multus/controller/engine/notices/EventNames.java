// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.notices;

import io.linkerd.multus.contracts.Sha256;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;

/**
 * Names of Events. They follow from the notice and the release, so that another process finds what was told.
 *
 * @param release ours; another one tells its own
 */
record EventNames(String release) {
    /** So many hexadecimal digits tell the Events about one object apart. */
    private static final int DIGITS = 16;
    /** An object's name may have 253 characters; digest and dot need theirs. */
    private static final int LONGEST_NAME = 253 - 1 - DIGITS;

    /** {@return that of what is so: each message has an Event of its own, but for one that is marked} */
    String of(Notice notice) {
        return name(notice, "\n" + notice.mark().orElse(notice.message()));
    }

    /** {@return that of what has happened: one Event for all that happened to the subject for that reason, whatever the message} */
    String ofKind(Notice notice) {
        return name(notice, notice.mark().map(mark -> "\n" + mark).orElse(""));
    }

    private String name(Notice notice, String detail) {
        Subject subject = notice.subject();
        var prefix = subject.name();
        return prefix.substring(0, Math.min(prefix.length(), LONGEST_NAME))
                + "."
                + Sha256.of(release + "\n" + subject + "\n" + notice.reason() + detail)
                        .substring(0, DIGITS);
    }
}
