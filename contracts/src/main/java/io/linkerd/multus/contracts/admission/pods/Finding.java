// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

/** What is found of something in the cluster. */
public sealed interface Finding<T> {
    /** It is there, and like this. */
    record Found<T>(T value) implements Finding<T> {}

    /** It is not there. */
    record Missing<T>() implements Finding<T> {}

    /** Whether it is there, and like what, cannot be told now. */
    record Unreadable<T>() implements Finding<T> {}

    /** It is not known here; what answers for the cluster would have to be asked, which takes time. */
    record Unasked<T>() implements Finding<T> {}
}
