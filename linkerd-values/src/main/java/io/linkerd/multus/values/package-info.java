// SPDX-License-Identifier: Apache-2.0
/**
 * The text {@code values} of Linkerd's ConfigMap {@code linkerd-config}: read as Linkerd's injector reads it, compared path by path, edited in
 * place, and judged before it is written.
 */
@NullMarked
package io.linkerd.multus.values;

import org.jspecify.annotations.NullMarked;
