// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

/** Whether the plugin can be given a token now. */
public sealed interface TokenState {
    /** This one. */
    record Available(PluginToken token) implements TokenState {}

    /** None yet; the reason says what is waited for. */
    record Missing(String reason) implements TokenState {}
}
