// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

/**
 * What Linkerd's injector does with a text, which it reads anew for every pod and Service: facts of linkerd2 edge-26.8, whose handler denies
 * a request when it has an error, whatever the webhook's {@code failurePolicy} says.
 */
public sealed interface InjectorVerdict {

    /** It injects. */
    record Fine() implements InjectorVerdict {}

    /**
     * It denies every pod and Service in each namespace that the webhook selects, unmeshed ones included.
     *
     * @param line where, counted from 1
     * @param reason why, for people; no value that may be secret is in it
     */
    record DeniesAll(int line, String reason) implements InjectorVerdict {}

    /** It ends without an answer, so with the default {@code failurePolicy: Ignore} new pods start without a proxy, and it is told nowhere. */
    record Unmeshed(int line, String reason) implements InjectorVerdict {}

    /** It injects what cannot run: new pods of the mesh do not start. */
    record PodsFail(int line, String reason) implements InjectorVerdict {}

    /** What it does is not known: the text goes beyond a bound that this reader has, and Linkerd's has not. */
    record NotJudged(int line, String reason) implements InjectorVerdict {}

    /** {@return the verdict on a text as it is in the ConfigMap} */
    static InjectorVerdict of(String text) {
        return InjectorRules.judge(text);
    }

    /** {@return the verdict on a text that can be read} */
    static InjectorVerdict of(ValuesText values) {
        return InjectorRules.judge(values);
    }

    /** {@return whether new pods of the mesh start with a proxy} */
    default boolean isFine() {
        return this instanceof Fine;
    }
}
