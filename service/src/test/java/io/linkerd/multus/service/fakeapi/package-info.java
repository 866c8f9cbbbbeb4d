// SPDX-License-Identifier: Apache-2.0
/**
 * One API server for the tests of all services: real requests, over HTTP or HTTPS, to objects that are kept by the API
 * server's rules. What it says is compared with a real one ({@code ApiConversation}), so that a test may rest on it.
 */
@NullMarked
package io.linkerd.multus.service.fakeapi;

import org.jspecify.annotations.NullMarked;
