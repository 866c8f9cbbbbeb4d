// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.io.InputStream;
import java.util.Optional;

/** The answer to a call as it arrives: its status and headers are here, its body comes while it is read. */
public interface ApiResponse {
    /** {@return the status of HTTP} */
    int status();

    /** {@return the value of a header} */
    Optional<String> header(String name);

    /** {@return what was answered, or the words of a refusal} It is closed by the transport. */
    InputStream body();
}
