// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.Result;
import java.util.Locale;

/** What becomes of a pod with which something is wrong. */
public enum Severity {

    /** It is not admitted. */
    REFUSE,

    /** It is admitted, and whoever makes it is told. */
    WARN;

    /** {@return the severity of a name as settings have it; the reason of a refusal follows the name in a sentence} */
    public static Result<Severity> read(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "refuse" -> new Result.Ok<>(REFUSE);
            case "warn" -> new Result.Ok<>(WARN);
            default -> new Result.Not<>("must be Refuse or Warn");
        };
    }
}
