// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.runtime;

import java.util.List;

/** What a runtime is linked for. */
public enum Purpose {
    /** The services, all of which share one. */
    SERVICES("java"),
    /** The command line, which calls API servers by authorities that may be public. Its libraries do without java.sql and java.desktop. */
    COMMAND_LINE("cli-java");

    private final String folder;

    Purpose(String folder) {
        this.folder = folder;
    }

    /** {@return how the folders of such runtimes begin} */
    String folder() {
        return folder;
    }

    /** {@return the modules that it has, beside those that they require} */
    List<String> modules() {
        return switch (this) {
            case SERVICES ->
                List.of(
                        "java.base",
                        "java.logging",
                        "java.management",
                        "java.naming",
                        "java.net.http",
                        // java.sql.Date, in what the webhook's Kubernetes client reads JSON with.
                        "java.sql",
                        "java.xml",
                        // Netty and the HTTP server start without it, and fail on the first request.
                        "jdk.jfr",
                        "jdk.management",
                        "jdk.unsupported",
                        // Micronaut looks for its beans in jars as file systems.
                        "jdk.zipfs");
            case COMMAND_LINE -> List.of("java.base", "java.logging", "java.net.http", "java.xml", "jdk.unsupported");
        };
    }
}
