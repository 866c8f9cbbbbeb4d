// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

/**
 * Why a call failed, in the form of the CNI specification.
 *
 * @param code the specification's or a plugin's own; {@link #UNKNOWN} where none was told
 * @param message what happened
 * @param details may be empty
 */
public record PluginError(long code, String message, String details) {
    /** None was told. */
    public static final long UNKNOWN = 0;

    static final long UNKNOWN_CONTAINER = 3;
    static final long INVALID_ENVIRONMENT = 4;
    static final long DECODING_FAILURE = 6;
    static final long INVALID_NETWORK_CONFIG = 7;
    static final long TRY_AGAIN_LATER = 11;

    /** {@return an error without a code} */
    public static PluginError of(String message) {
        return new PluginError(UNKNOWN, message, "");
    }

    /** {@return all that is told, in one text} */
    public String text() {
        return details.isEmpty() ? message : message + "; " + details;
    }

    /** {@return the error as a step above tells it, its code kept} */
    public PluginError within(String words) {
        return new PluginError(code, words + text(), "");
    }
}
