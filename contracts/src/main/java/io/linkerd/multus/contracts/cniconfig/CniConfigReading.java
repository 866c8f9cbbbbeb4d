// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

/** What the text of a CNI configuration is. */
public sealed interface CniConfigReading {

    /** A configuration that can be handed to Multus. */
    record Valid(CniConfig config) implements CniConfigReading {}

    /**
     * A text that no CNI plugin could be called with.
     *
     * @param reason what is wrong, for the person who wrote it
     * @param line where, counted from 1
     * @param column where in the line, counted from 1
     */
    record Invalid(String reason, int line, int column) implements CniConfigReading {}
}
