// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.linkerd.multus.cluster.plan;

import org.jspecify.annotations.NullMarked;
