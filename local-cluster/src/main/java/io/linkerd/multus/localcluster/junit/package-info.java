// SPDX-License-Identifier: Apache-2.0
/**
 * What JUnit's tests have of local clusters: a cluster as a parameter, and what was not run named in the build's output.
 * JUnit comes from whoever tests; a cluster needs none.
 */
@NullMarked
package io.linkerd.multus.localcluster.junit;

import org.jspecify.annotations.NullMarked;
