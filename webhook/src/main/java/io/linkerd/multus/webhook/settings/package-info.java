// SPDX-License-Identifier: Apache-2.0
/**
 * What the environment says, read once and checked as a whole before anything else starts. A wrong or unknown setting
 * stops the start, with all problems named at once.
 */
@NullMarked
package io.linkerd.multus.webhook.settings;

import org.jspecify.annotations.NullMarked;
