// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A path at which Linkerd has another value than the wanted one. Order of members, quoting and the spelling of numbers are no difference; a list
 * differs as a whole. Of a mapping that is wanted only what is written in it counts.
 *
 * @param path by the names of Linkerd's struct
 * @param wanted with the type that Linkerd has there
 */
public record Difference(ValuesPath path, ValueTree wanted, Optional<ValueTree> there) {

    /**
     * {@return the paths that differ, in their order} Null, absent and the value that a field of the struct has before it is set are one,
     * since Linkerd cannot tell them apart; where it can, because null ends it, they are not.
     */
    public static List<Difference> of(SortedMap<ValuesPath, ValueTree> wanted, ValuesText text) {
        var seen = text.seen();
        return ValuesLeaves.of(wanted).entrySet().stream()
                .map(leaf -> {
                    var path = ValuesNames.canonical(leaf.getKey());
                    var type = LinkerdStructs.VALUES.at(path);
                    return new Difference(path, LinkerdView.of(leaf.getValue(), type), seen.at(path));
                })
                .filter(found -> !isSame(found.wanted(), found.there(), LinkerdStructs.VALUES.at(found.path())))
                .toList();
    }

    private static boolean isSame(ValueTree wanted, Optional<ValueTree> there, LinkerdType type) {
        var actual = there.orElse(new ValueTree.Nothing());
        return wanted.equals(actual)
                || (type.isZero(wanted) && type.isZero(actual))
                || (wanted instanceof ValueTree.Members && actual instanceof ValueTree.Members);
    }

    /** {@return what Linkerd has; null where it has none} */
    public ValueTree actual() {
        return there.orElse(new ValueTree.Nothing());
    }

    /** {@return path and both values for people, bounded; where they may be secret, only that they differ} */
    public String words() {
        if (ValueWords.isSecret(path)) {
            return path + " differs";
        }
        return path + " is "
                + there.map(value -> ValueWords.of(path, value)).orElse("absent")
                + ", wanted " + ValueWords.of(path, wanted);
    }

    /** Tells no value that may be secret. */
    @Override
    public String toString() {
        return words();
    }
}
