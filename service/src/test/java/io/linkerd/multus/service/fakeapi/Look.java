// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

/**
 * One list that was answered.
 *
 * @param version of the last change before it
 * @param path of the list
 * @param resourceVersion that it was asked to match; empty for the latest
 */
public record Look(long version, String path, String resourceVersion) {}
