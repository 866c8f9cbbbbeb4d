// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The pod's own token, handed on as Linkerd's installer does: it is replaced by the kubelet, and ends with the pod. */
public final class ProjectedTokens implements PluginTokens {
    private final Path file;

    public ProjectedTokens(Path file) {
        this.file = file;
    }

    @Override
    public TokenState current() {
        try {
            return new TokenState.Available(
                    PluginToken.of(Files.readString(file).strip()));
        } catch (IOException e) {
            return new TokenState.Missing("the projected token " + file + " cannot be read: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return new TokenState.Missing("the projected token " + file + " is of no use: " + e.getMessage());
        }
    }

    @Override
    public List<Path> watched() {
        var directory = file.getParent();
        return directory == null ? List.of() : List.of(directory);
    }
}
