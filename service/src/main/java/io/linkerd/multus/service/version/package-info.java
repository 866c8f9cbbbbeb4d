// SPDX-License-Identifier: Apache-2.0
/** Which version of the product a process is of. The build writes it into the classes. */
@NullMarked
package io.linkerd.multus.service.version;

import org.jspecify.annotations.NullMarked;
