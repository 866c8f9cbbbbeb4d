// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import java.util.Map;

/** What libcni decodes configurations into, as far as every version of it has done so. */
final class CniTypes {
    private static final GoType TEXT = new GoType.Text();
    private static final GoType TEXTS = new GoType.ListOf(TEXT);

    /** One plugin, and what Multus decodes everything into at first. */
    static final GoType PLUGIN = new GoType.Struct(Map.of(
            "cniVersion", TEXT,
            "name", TEXT,
            "type", TEXT,
            "capabilities", new GoType.MapOf(new GoType.Flag()),
            "ipam", new GoType.Struct(Map.of("type", TEXT)),
            "dns", new GoType.Struct(Map.of("nameservers", TEXTS, "domain", TEXT, "search", TEXTS, "options", TEXTS)),
            "prevResult", new GoType.MapOf(new GoType.Anything())));

    /** A list of plugins, beside what is decoded into a plugin anyway. */
    static final GoType PLUGIN_LIST =
            new GoType.Struct(Map.of("disableCheck", new GoType.Flag(), "plugins", new GoType.ListOf(PLUGIN)));

    private CniTypes() {}
}
