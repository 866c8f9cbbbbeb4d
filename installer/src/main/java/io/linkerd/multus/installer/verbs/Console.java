// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import java.io.PrintStream;
import java.util.List;

/**
 * Where a verb or a watch tells what it does: standard output and error.
 *
 * @param out what is done
 * @param err why something is not done
 * @param voice how what is done is told
 */
public record Console(PrintStream out, PrintStream err, Voice voice) {
    /** Two ways to tell of the same steps. */
    public enum Voice {
        /** To the caller who waits for a verb: each step that begins, and that all of one kind are done. */
        VERB,
        /** To the reader of a watch's log: each change. A pass over what is right says nothing. */
        WATCH
    }

    /** One for a verb. */
    public Console(PrintStream out, PrintStream err) {
        this(out, err, Voice.VERB);
    }

    /** {@return whether something was done; if not, the reason was told} */
    public boolean succeeded(Result<?> result) {
        if (result instanceof Result.Not<?>(var reason)) {
            complain(reason);
            return false;
        }
        return true;
    }

    /** {@return the same place, told in this voice} */
    Console in(Voice other) {
        return new Console(out, err, other);
    }

    void say(String line) {
        out.println(line);
    }

    void complain(String line) {
        err.println(line);
    }

    /** A step begins. */
    void begin(String doing, String what) {
        if (voice == Voice.VERB) {
            say(doing + " " + what + "...");
        }
    }

    /** A step is over, and has changed something or has not. */
    void end(String done, String what, boolean changed) {
        if (voice == Voice.WATCH && changed) {
            say(done + " " + what + ".");
        }
    }

    /** All steps of one kind are over, if there were any. */
    void done(List<?> steps) {
        if (voice == Voice.VERB && !steps.isEmpty()) {
            say("Done.");
        }
    }
}
