// SPDX-License-Identifier: Apache-2.0
/** What matters of the cluster's objects to a person who asks what is wrong. Values alone. */
@NullMarked
package io.linkerd.multus.cli.facts;

import org.jspecify.annotations.NullMarked;
