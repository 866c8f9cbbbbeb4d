// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.linkerd.multus.localcluster.addons;

import org.jspecify.annotations.NullMarked;
