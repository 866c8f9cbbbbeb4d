// SPDX-License-Identifier: Apache-2.0

/**
 * The controller: one leader per cluster keeps network attachments and SCC bindings as the namespaces ask for them.
 * Here the parts are put together and started; each concern lives in a package of its own.
 */
@NullMarked
package io.linkerd.multus.controller;

import org.jspecify.annotations.NullMarked;
