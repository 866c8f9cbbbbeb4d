// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import java.util.List;

/** What a result says of name resolution; Kubernetes uses nothing of it. */
public record Dns(List<String> nameservers, String domain, List<String> search, List<String> options) {
    /** Nothing. */
    public static final Dns NONE = new Dns(List.of(), "", List.of(), List.of());

    public Dns {
        nameservers = List.copyOf(nameservers);
        search = List.copyOf(search);
        options = List.copyOf(options);
    }

    /** {@return as JSON, with nothing that is empty} */
    public String json() {
        return new ObjectText()
                .textsIfAny("nameservers", nameservers)
                .textIfAny("domain", domain)
                .textsIfAny("search", search)
                .textsIfAny("options", options)
                .toString();
    }
}
