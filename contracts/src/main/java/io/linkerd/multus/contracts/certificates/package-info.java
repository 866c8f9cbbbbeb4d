// SPDX-License-Identifier: Apache-2.0
/** Certificates in texts. */
@NullMarked
package io.linkerd.multus.contracts.certificates;

import org.jspecify.annotations.NullMarked;
