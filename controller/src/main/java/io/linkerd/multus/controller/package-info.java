// SPDX-License-Identifier: Apache-2.0

/**
 * The controller: one leader per cluster keeps network attachments and SCC bindings as the namespaces ask for them.
 * Here the parts are put together and started; what it cares for are its duties, each in a package of its own, on one
 * engine.
 */
@NullMarked
package io.linkerd.multus.controller;

import org.jspecify.annotations.NullMarked;
