// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.verbs.VerbCommand.Watch;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code [NAMESPACE/]CONFIGMAP [--uninstall-on-stop]}. */
final class WatchArguments {
    private static final String UNINSTALL = "--uninstall-on-stop";
    private static final Pattern CONFIG_MAP =
            Pattern.compile("(?:([a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)/)?([a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?)");

    private WatchArguments() {}

    static Result<VerbCommand> read(List<String> arguments) {
        var unknown = arguments.stream()
                .filter(argument -> argument.startsWith("-") && !argument.equals(UNINSTALL))
                .findFirst();
        if (unknown.isPresent()) {
            return new Result.Not<>("Unknown option: " + unknown.get());
        }
        var names = arguments.stream()
                .filter(argument -> !argument.equals(UNINSTALL))
                .toList();
        if (names.size() != 1) {
            return new Result.Not<>("watch needs the name of one ConfigMap");
        }
        var name = CONFIG_MAP.matcher(names.getFirst());
        return name.matches()
                ? new Result.Ok<>(
                        new Watch(Optional.ofNullable(name.group(1)), name.group(2), arguments.contains(UNINSTALL)))
                : new Result.Not<>("not the name of a ConfigMap: " + names.getFirst());
    }
}
