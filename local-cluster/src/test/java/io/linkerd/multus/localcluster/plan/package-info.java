// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.linkerd.multus.localcluster.plan;

import org.jspecify.annotations.NullMarked;
