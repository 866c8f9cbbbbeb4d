// SPDX-License-Identifier: Apache-2.0
/** What the command line installs: renderings of the charts, checked in among its resources. */
@NullMarked
package io.linkerd.multus.images.manifests;

import org.jspecify.annotations.NullMarked;
