// SPDX-License-Identifier: Apache-2.0
/**
 * What a namespace says by annotations and labels, and whether it takes part.
 * One rule for the service that keeps the attachments and the one that attaches pods to them.
 */
@NullMarked
package io.linkerd.multus.contracts.optin;

import org.jspecify.annotations.NullMarked;
