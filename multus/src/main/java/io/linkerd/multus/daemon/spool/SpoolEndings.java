// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import io.linkerd.multus.daemon.spool.SpoolCounts.Ending;
import io.linkerd.multus.service.files.FileChangeFailed;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends files of the spool: removes, counts and tells of them. One that cannot be removed is tried again, as its DEL may be: it harms nothing. */
final class SpoolEndings {
    private static final Logger log = LoggerFactory.getLogger(SpoolEndings.class);

    private final SpoolFolder folder;
    private final SpoolTrials trials;
    private final SpoolCounts counts;

    SpoolEndings(SpoolFolder folder, SpoolTrials trials, SpoolCounts counts) {
        this.folder = folder;
        this.trials = trials;
        this.counts = counts;
    }

    /** A DEL was answered. */
    void answered(SpoolFile file, ReplayVerdict verdict) {
        switch (verdict) {
            case ReplayVerdict.Done _ -> end(file, Ending.REPLAYED);
            case ReplayVerdict.Refused(var reason) -> {
                if (end(file, Ending.REFUSED)) {
                    warn(file, reason, "a DEL of the spool is refused for good, and is not tried again");
                }
            }
            case ReplayVerdict.Failed(var reason) -> failed(file, reason);
        }
    }

    void discard(SpoolFile file, String reason) {
        if (end(file, Ending.DISCARDED)) {
            warn(file, reason, "a file of the spool is no DEL, and was removed");
        }
    }

    void giveUp(SpoolFile file, String reason) {
        if (end(file, Ending.GIVEN_UP)) {
            warn(
                    file,
                    reason,
                    "a DEL of the spool was never carried out, and is not tried again; interfaces and addresses of its container"
                            + " may be left");
        }
    }

    void tidyUp(SpoolFile file) {
        try {
            folder.remove(file);
        } catch (FileChangeFailed e) {
            failed(file, String.valueOf(e.getMessage()));
        }
    }

    void failed(SpoolFile file, String reason) {
        var trial = trials.failed(file, reason);
        log.atDebug()
                .addKeyValue("file", file.printable())
                .addKeyValue("failures", trial.failures())
                .addKeyValue("reason", reason)
                .log("a file of the spool is tried again later");
    }

    /** {@return whether it was there and is no more} */
    private boolean end(SpoolFile file, Ending ending) {
        try {
            if (!folder.remove(file)) {
                return false;
            }
            counts.ended(ending);
            return true;
        } catch (FileChangeFailed e) {
            if (trials.failed(file, String.valueOf(e.getMessage())).failures() == 1) {
                log.atWarn().setCause(e).log("a file of the spool that was dealt with stays");
            }
            return false;
        }
    }

    private static void warn(SpoolFile file, String reason, String what) {
        log.atWarn()
                .addKeyValue("file", file.printable())
                .addKeyValue("reason", reason)
                .log(what);
    }
}
