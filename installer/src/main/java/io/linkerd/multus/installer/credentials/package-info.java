// SPDX-License-Identifier: Apache-2.0
/**
 * What the plugin on the node calls the API with: a token, a trust anchor, an address, and the file that holds them.
 * Tokens are minted by request or taken from the pod's projected volume, and never shown in a log.
 */
@NullMarked
package io.linkerd.multus.installer.credentials;

import org.jspecify.annotations.NullMarked;
