// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.linkerd.multus.contracts;

import org.jspecify.annotations.NullMarked;
