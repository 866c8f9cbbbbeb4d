// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

/** Carries calls, lists and watches. */
public interface WatchTransport extends ApiTransport, StreamTransport {
    /**
     * {@return a transport to the same API server that makes a connection for each call} For calls that do not come often, and must not wait
     * for a connection that all calls share and whose other end has gone without a word.
     */
    ApiTransport unpooled();
}
