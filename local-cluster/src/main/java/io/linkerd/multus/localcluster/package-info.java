// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.linkerd.multus.localcluster;

import org.jspecify.annotations.NullMarked;
