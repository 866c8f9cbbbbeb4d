// SPDX-License-Identifier: Apache-2.0
/**
 * The only place that changes files: a reader sees the old content or the new, never anything between.
 * Every call that changes the file system goes through one small interface, so that tests can end it at any of them.
 */
@NullMarked
package io.linkerd.multus.service.files;

import org.jspecify.annotations.NullMarked;
