// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import io.linkerd.multus.contracts.Result;
import java.nio.file.Path;
import java.util.List;

/** Where the plugin's token comes from. */
public sealed interface PluginTokens permits MintedTokens, ProjectedTokens {
    /** {@return the token of this moment, or what is waited for} Never waits for the API. */
    Result<PluginToken> current();

    /** {@return directories whose changes may mean another token} */
    List<Path> watched();
}
