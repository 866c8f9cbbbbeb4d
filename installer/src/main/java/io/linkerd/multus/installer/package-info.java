// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.linkerd.multus.installer;

import org.jspecify.annotations.NullMarked;
