// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResultTest {
    private static final Result<Integer> SEVEN = new Result.Ok<>(7);
    private static final Result<Integer> NONE = new Result.Not<>("none");

    @Test
    void goesOnWithAValue() {
        assertThat(SEVEN.map(String::valueOf)).isEqualTo(new Result.Ok<>("7"));
        assertThat(SEVEN.then(_ -> new Result.Not<>("too many"))).isEqualTo(new Result.Not<>("too many"));
        assertThat(SEVEN.orElse(String::length)).isEqualTo(7);
    }

    @Test
    void keepsTheReasonWhereThereIsNoValue() {
        assertThat(NONE.map(String::valueOf)).isEqualTo(NONE);
        assertThat(NONE.then(_ -> SEVEN)).isEqualTo(NONE);
        assertThat(NONE.orElse(String::length)).isEqualTo(4);
    }
}
