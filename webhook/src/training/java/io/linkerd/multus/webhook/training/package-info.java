// SPDX-License-Identifier: Apache-2.0
/**
 * What the webhook is trained with: it is compiled and run by the images module, and in no image.
 * It knows the webhook from outside: files, objects, probes.
 */
@NullMarked
package io.linkerd.multus.webhook.training;

import org.jspecify.annotations.NullMarked;
