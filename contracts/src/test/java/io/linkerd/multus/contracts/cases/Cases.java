// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cases;

import static org.quicktheories.generators.Generate.byteArrays;
import static org.quicktheories.generators.Generate.bytes;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.strings;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.quicktheories.QuickTheory;
import org.quicktheories.core.Gen;

/**
 * The cases that a property is tried with. Other ones each time: a failure says the seed that brings them back, as a property of the
 * build ({@code -DQT_SEED=…}).
 */
public final class Cases {

    private Cases() {}

    /** {@return a property to be tried with 1000 cases, or as many as it or {@code -DQT_EXAMPLES=…} says} */
    public static QuickTheory property() {
        return QuickTheory.qt().withReporter(new RepeatableFailure());
    }

    /**
     * {@return any text: none, plain ASCII, and all that a Java string can hold, with surrogates that have no other half} A failing
     * one becomes short and plain where it can.
     */
    public static Gen<String> texts() {
        return oneOf(
                strings().allPossible().ofLengthBetween(0, 63),
                strings().ascii().ofLengthBetween(0, 7),
                strings().ascii().ofLengthBetween(0, 63),
                strings().basicMultilingualPlaneAlphabet().ofLengthBetween(0, 255));
    }

    /** {@return any bytes; every second time they are a text} */
    public static Gen<byte[]> anyBytes() {
        var noise = byteArrays(range(0, 255), bytes(Byte.MIN_VALUE, Byte.MAX_VALUE, (byte) 0));
        return oneOf(noise, texts().map(text -> text.getBytes(StandardCharsets.UTF_8)))
                .describedAs(Arrays::toString);
    }
}
