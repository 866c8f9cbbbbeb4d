// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.rendering;

import io.linkerd.multus.cli.checks.Report;
import io.linkerd.multus.cli.output.Look;
import io.linkerd.multus.cli.product.Product;
import java.util.Locale;

/** How a report is shown; the names are those of {@code linkerd check --output}. */
public enum Form {
    /** All checks. */
    TABLE,
    /** What is not right. */
    SHORT,
    /** For programs: of Linkerd's contract for extensions. */
    JSON;

    /** {@return the report in this form, with the end of its last line} */
    public String of(Report report, Look look, Product product) {
        return switch (this) {
            case TABLE -> new CheckTable(look, product).all(report);
            case SHORT -> new CheckTable(look, product).notRight(report);
            case JSON -> CheckJson.of(report, product).pretty() + "\n";
        };
    }

    /** {@return the name, as it is said on a command line} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
