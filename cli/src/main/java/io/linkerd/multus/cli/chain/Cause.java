// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A cause that a message of Kubernetes, OpenShift, Multus or a container runtime tells of.
 *
 * @param tells what all messages have that tell of it
 * @param words the cause, as the end of a sentence about the pod
 * @param remedy what to do
 */
record Cause(Predicate<String> tells, String words, String remedy) {

    static Cause where(String pattern, String words, String remedy) {
        return new Cause(Pattern.compile(pattern, Pattern.DOTALL).asPredicate(), words, remedy);
    }

    /** {@return the first of the causes that the message tells of, as what is wrong; otherwise the message alone} */
    static Answer of(String message, List<Cause> causes, Cause otherwise) {
        var cause = causes.stream()
                .filter(one -> one.tells().test(message))
                .findFirst()
                .orElse(otherwise);
        return Answer.wrong(cause.words(), message.strip(), cause.remedy());
    }
}
