// SPDX-License-Identifier: Apache-2.0

/**
 * What a {@code LinkerdConfig} comes to, beside what Linkerd's ConfigMap says: which of several is honoured, what differs, what is written, what
 * is told. It decides only; the controller reads, writes and tells.
 */
@NullMarked
package io.linkerd.multus.controller.linkerdconfig.plan;

import org.jspecify.annotations.NullMarked;
