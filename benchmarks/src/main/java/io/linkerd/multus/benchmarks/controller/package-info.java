// SPDX-License-Identifier: Apache-2.0
/**
 * {@code ./bench controller}: how soon every namespace has its attachment, and with how many writes, beside a client that makes the same
 * writes and knows beforehand which. Writes are counted by the API server.
 */
@NullMarked
package io.linkerd.multus.benchmarks.controller;

import org.jspecify.annotations.NullMarked;
