// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.Optional;

/**
 * A path at which Linkerd has another value than the wanted one.
 *
 * @param path by the names of Linkerd's struct
 * @param wanted with the type that Linkerd has there
 */
public record Difference(ValuesPath path, ValueTree wanted, Optional<ValueTree> there) {

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
