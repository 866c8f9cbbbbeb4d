// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission;

/** Why a review ended as it did, in a word: few enough to count by. What else there is to say is in the verdict's reason. */
public interface Cause {
    /** {@return its name in metrics, logs and audit annotations} */
    String label();
}
