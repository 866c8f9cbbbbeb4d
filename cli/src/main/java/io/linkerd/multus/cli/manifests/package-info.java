// SPDX-License-Identifier: Apache-2.0
/** What is installed without Helm, and what of it is to be deleted. Pure. */
@NullMarked
package io.linkerd.multus.cli.manifests;

import org.jspecify.annotations.NullMarked;
