// SPDX-License-Identifier: Apache-2.0

/**
 * Makes what a {@code LinkerdMultus} asks for, step by step, keeps it so, tells how it is, and takes it away in order. What it consists of
 * is decided in {@code operand}.
 */
@NullMarked
package io.linkerd.multus.controller.operator;

import org.jspecify.annotations.NullMarked;
