// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.memory;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * A function of nothing but its argument, which is worked out anew when the argument is another than the last time. For what is looked at
 * again and again, and seldom changes.
 */
public final class LastAnswer<A, B> implements Function<A, B> {
    private final Function<? super A, ? extends B> function;
    private final AtomicReference<Optional<Answered<A, B>>> last = new AtomicReference<>(Optional.empty());

    private record Answered<A, B>(A argument, B answer) {}

    public LastAnswer(Function<? super A, ? extends B> function) {
        this.function = function;
    }

    @Override
    public B apply(A argument) {
        return last.get()
                .filter(known -> known.argument().equals(argument))
                .orElseGet(() -> anew(argument))
                .answer();
    }

    private Answered<A, B> anew(A argument) {
        var answered = new Answered<A, B>(argument, function.apply(argument));
        last.set(Optional.of(answered));
        return answered;
    }
}
