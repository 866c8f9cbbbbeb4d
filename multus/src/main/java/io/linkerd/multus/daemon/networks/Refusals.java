// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Refusals as upstream puts them together: each step says where it was before it says what the one below it said, and the first one is told. */
final class Refusals {
    private Refusals() {}

    /** {@return the result, whose reason begins with these words where it is a refusal} */
    static <T> Result<T> within(String words, Result<T> result) {
        return result instanceof Result.Not<T>(var reason) ? new Result.Not<>(words + reason) : result;
    }

    /** {@return what the function makes of each, in order, or the first refusal} */
    static <S, T> Result<List<T>> each(List<S> all, Function<S, Result<T>> function) {
        var made = new ArrayList<T>();
        for (var each : all) {
            switch (function.apply(each)) {
                case Result.Ok<T>(var value) -> made.add(value);
                case Result.Not<T>(var reason) -> {
                    return new Result.Not<>(reason);
                }
            }
        }
        return new Result.Ok<>(List.copyOf(made));
    }
}
