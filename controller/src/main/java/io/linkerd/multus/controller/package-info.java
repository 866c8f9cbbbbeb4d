// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.linkerd.multus.controller;

import org.jspecify.annotations.NullMarked;
