// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import java.nio.file.Path;
import java.util.List;

/** Where the plugin's token comes from. */
public interface PluginTokens {
    /** The token of this moment; never waits for the API. */
    TokenState current();

    /** Directories whose changes may mean another token. */
    List<Path> watched();
}
