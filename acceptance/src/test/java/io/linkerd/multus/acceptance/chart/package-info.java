// SPDX-License-Identifier: Apache-2.0
/**
 * The chart, rendered by Helm's own engine and read as the objects that it makes.
 * No cluster takes part: what only an API server can tell is tested with one.
 */
@NullMarked
package io.linkerd.multus.acceptance.chart;

import org.jspecify.annotations.NullMarked;
