// SPDX-License-Identifier: Apache-2.0
/**
 * What a CNI plugin answers to ADD, as a value: read in each version of the specification and converted between them as libcni 1.3 does.
 * What is written of it is the result for the shim, for the next plugin and for the cache.
 */
@NullMarked
package io.linkerd.multus.daemon.results;

import org.jspecify.annotations.NullMarked;
