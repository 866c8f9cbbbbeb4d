// SPDX-License-Identifier: Apache-2.0
/**
 * What there is to see of a mesh in a local cluster: the product's release, example applications, and what their pods show of
 * it. The demo prints it, and the acceptance tests hold it to what it should be.
 */
@NullMarked
package io.linkerd.multus.acceptance.mesh;

import org.jspecify.annotations.NullMarked;
