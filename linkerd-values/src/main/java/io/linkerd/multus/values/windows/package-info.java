// SPDX-License-Identifier: Apache-2.0
/**
 * Windows of time in which work may begin: a cron expression, a duration and a time zone.
 * Moments are passed in; nothing here looks at a clock.
 */
@NullMarked
package io.linkerd.multus.values.windows;

import org.jspecify.annotations.NullMarked;
