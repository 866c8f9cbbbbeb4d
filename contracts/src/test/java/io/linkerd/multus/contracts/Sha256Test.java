// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Sha256Test {
    /** The first of these is the example of FIPS 180. */
    @Test
    void isWhatOtherProgramsMakeOfTheSameBytes() {
        assertThat(Sha256.of("abc")).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(Sha256.of("ü"))
                .isEqualTo("607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f")
                .isEqualTo(Sha256.of("ü".getBytes(StandardCharsets.UTF_8)));
    }
}
