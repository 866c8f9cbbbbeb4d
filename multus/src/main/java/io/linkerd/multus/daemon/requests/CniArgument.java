// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

/** One item of {@code CNI_ARGS}. */
public record CniArgument(String key, String value) {

    @Override
    public String toString() {
        return key + "=" + value;
    }
}
