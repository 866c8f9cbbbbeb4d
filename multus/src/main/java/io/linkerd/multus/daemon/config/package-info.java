// SPDX-License-Identifier: Apache-2.0
/**
 * How the daemon is told to work: its command line, its configuration file, and what the two have to say to each request's own
 * configuration. Read as upstream's daemon reads it, but for all of its problems at once.
 */
@NullMarked
package io.linkerd.multus.daemon.config;

import org.jspecify.annotations.NullMarked;
