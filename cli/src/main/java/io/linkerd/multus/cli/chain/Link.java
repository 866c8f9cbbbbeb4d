// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

/** A link of a chain, and how it is. */
public record Link(Stage stage, Answer answer) {}
