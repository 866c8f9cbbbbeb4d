// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.linkerd.multus.webhook;

import org.jspecify.annotations.NullMarked;
