// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import java.util.Optional;
import java.util.stream.Stream;

/** A version of the CNI specification in which a result can be told, the oldest first. */
public enum ResultVersion {
    V0_1_0("0.1.0"),
    V0_2_0("0.2.0"),
    V0_3_0("0.3.0"),
    V0_3_1("0.3.1"),
    V0_4_0("0.4.0"),
    V1_0_0("1.0.0"),
    V1_1_0("1.1.0");

    /** The newest one. */
    public static final ResultVersion NEWEST = V1_1_0;

    private final String text;

    ResultVersion(String text) {
        this.text = text;
    }

    /** {@return the version of that name, if there is one} None at all stands for 0.1.0, as the specification has it. */
    public static Optional<ResultVersion> of(String text) {
        return text.isEmpty()
                ? Optional.of(V0_1_0)
                : Stream.of(values())
                        .filter(version -> version.text.equals(text))
                        .findFirst();
    }

    /**
     * {@return in which a result is told to a shim, which converts it for the runtime} The newest, but where the configuration is older: upstream's
     * shims of 4.0 end at 1.0.0, and the configuration that their daemon made says so.
     */
    public static ResultVersion toldFor(String cniVersion) {
        return NEWEST.text.equals(cniVersion) ? NEWEST : V1_0_0;
    }

    /** {@return whether CHECK and DEL are given the cached result} */
    public boolean passesCachedResult() {
        return compareTo(V0_4_0) >= 0;
    }

    /** {@return whether a result has one address of each family, and no interfaces} */
    boolean isByFamily() {
        return compareTo(V0_2_0) <= 0;
    }

    /** {@return whether each address of a result says its family} */
    boolean namesFamilies() {
        return !isByFamily() && compareTo(V0_4_0) <= 0;
    }

    /** {@return as it is written} */
    public String text() {
        return text;
    }
}
