// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.linkerd.multus.acceptance.demo;

import org.jspecify.annotations.NullMarked;
