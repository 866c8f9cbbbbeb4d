// SPDX-License-Identifier: Apache-2.0

/**
 * The border to the API server: watched kinds, written objects, and failures with a name.
 * Nothing outside of it knows how the client reports that a request went wrong.
 */
@NullMarked
package io.linkerd.multus.controller.engine.api;

import org.jspecify.annotations.NullMarked;
