// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.files.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The pod's own token, handed on as Linkerd's installer does: it is replaced by the kubelet, and ends with the pod. */
record ProjectedTokens(Path file) implements PluginTokens {

    @Override
    public Result<PluginToken> current() {
        try {
            return new Result.Ok<>(PluginToken.of(Files.readString(file).strip()));
        } catch (IOException e) {
            return new Result.Not<>("the projected token " + file + " cannot be read: " + FileTrouble.inWords(e));
        } catch (IllegalArgumentException e) {
            return new Result.Not<>("the projected token " + file + " is of no use: " + e.getMessage());
        }
    }

    @Override
    public List<Path> watched() {
        var directory = file.getParent();
        return directory == null ? List.of() : List.of(directory);
    }
}
