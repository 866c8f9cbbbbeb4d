// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.verbs.VerbCommand.Change;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads a verb's arguments. Of an option that is repeated the last one counts; one that is not known spoils all. */
final class VerbArguments {
    static final Set<String> VERBS = Set.of("list", "install", "uninstall", "apply", "watch");

    private static final Pattern OWNER = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?");

    private final Map<AssetKind, Wish> wishes = new EnumMap<>(AssetKind.class);
    private boolean pause;
    private EntryOwner owner = Change.OWNER;

    private VerbArguments() {}

    static Result<VerbCommand> read(List<String> arguments) {
        var verb = arguments.getFirst();
        if (verb.equals("list")) {
            return new Result.Ok<>(new VerbCommand.ListPlugins());
        }
        if (verb.equals("watch")) {
            return WatchArguments.read(arguments.subList(1, arguments.size()));
        }
        var read = new VerbArguments();
        for (var argument : arguments.subList(1, arguments.size())) {
            if (read.option(argument) instanceof Result.Not<?>(var reason)) {
                return new Result.Not<>(reason);
            }
        }
        var change = ChangeVerb.valueOf(verb.toUpperCase(Locale.ROOT));
        return new Result.Ok<>(new Change(change, read.wishes, read.pause, read.owner));
    }

    private Result<?> option(String argument) {
        int equals = argument.indexOf('=');
        var name = equals < 0 ? argument : argument.substring(0, equals);
        var kind = kind(name);
        if (kind.isPresent() && equals >= 0) {
            return Wish.read(argument.substring(equals + 1)).map(wish -> wishes.put(kind.get(), wish) == null);
        }
        if (name.equals("--owner") && equals >= 0) {
            return own(argument.substring(equals + 1));
        }
        if (argument.equals("--pause")) {
            pause = true;
            return new Result.Ok<>(pause);
        }
        return new Result.Not<>("Unknown option: " + name);
    }

    private Result<?> own(String name) {
        if (!OWNER.matcher(name).matches()) {
            return new Result.Not<>("not the name of an owner: " + name);
        }
        owner = new EntryOwner(name);
        return new Result.Ok<>(owner);
    }

    private static Optional<AssetKind> kind(String option) {
        for (var kind : AssetKind.values()) {
            if (option.equals("--" + kind.plural())) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
