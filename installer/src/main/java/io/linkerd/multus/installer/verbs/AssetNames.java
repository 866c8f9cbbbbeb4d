// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Names of plugins, configurations or manifests: a set, in the order in which they were given.
 *
 * @param names plain file names, none of them twice
 */
record AssetNames(List<String> names) {
    static final AssetNames NONE = new AssetNames(List.of());

    /** A comma was a blank before it was ever looked at, so that blanks separate, too. */
    private static final Pattern SEPARATORS = Pattern.compile("[,\\s]+");

    /** No slash, so that it leads to no other folder, and no dot in front, so that it is none of the two that are no name. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._@+=-]{0,199}");

    private static final int LONGEST_SHOWN = 100;

    AssetNames {
        names = List.copyOf(new LinkedHashSet<>(names));
    }

    /** {@return the names in a list with commas or blanks, or which of them is none} */
    static Result<AssetNames> read(String list) {
        var names =
                SEPARATORS.splitAsStream(list).filter(name -> !name.isEmpty()).toList();
        return names.stream()
                .filter(name -> !PLAIN.matcher(name).matches())
                .findFirst()
                .<Result<AssetNames>>map(name -> new Result.Not<>("not a plain file name: " + shown(name)))
                .orElseGet(() -> new Result.Ok<>(new AssetNames(names)));
    }

    /** Whoever may write a ConfigMap is not to write into logs and terminals what he likes. */
    private static String shown(String name) {
        var plain = name.replaceAll("[^\\x21-\\x7e]", "?");
        return plain.length() > LONGEST_SHOWN ? plain.substring(0, LONGEST_SHOWN) + "..." : plain;
    }

    /** {@return those that are not among the others, as whole names} */
    AssetNames minus(AssetNames others) {
        return new AssetNames(
                names.stream().filter(name -> !others.names().contains(name)).toList());
    }

    /** {@return the same ones, last first} */
    AssetNames reversed() {
        return new AssetNames(names.reversed());
    }
}
