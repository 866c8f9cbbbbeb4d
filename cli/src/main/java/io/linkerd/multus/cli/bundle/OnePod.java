// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What is asked of a pod of ours.
 *
 * @param file in the bundle
 * @param path at the API server
 * @param what in words
 * @param optional whether it is no matter that there is none
 */
record OnePod(String file, String path, String what, boolean optional) {
    /** Lines and bytes of a container's log, the last ones. */
    private static final String BOUNDS = "&tailLines=5000&limitBytes=1048576&timestamps=true";

    /** The port of health and metrics. */
    private static final String HEALTH_PORT = "http";

    private static final int LONGEST_NAME = 60;

    /** {@return all of it, in the order in which it is asked} */
    static List<OnePod> of(JsonNode pod) {
        var namespace = pod.at("/metadata/namespace").asText();
        var name = pod.at("/metadata/name").asText();
        var path = "/api/v1/namespaces/" + namespace + "/pods/" + name;
        var folder = namespace + "/"
                + (name.length() <= LONGEST_NAME ? name : name.substring(name.length() - LONGEST_NAME)) + "/";
        var all = new ArrayList<OnePod>();
        for (var containers : List.of("initContainers", "containers")) {
            for (var container : pod.at("/spec/" + containers)) {
                log(all, container.path("name").asText(), path, folder);
                for (var port : container.path("ports")) {
                    if (port.path("name").asText().equals(HEALTH_PORT)) {
                        health(all, path + ":" + port.path("containerPort").asInt() + "/proxy/", folder);
                    }
                }
            }
        }
        return List.copyOf(all);
    }

    private static void log(List<OnePod> all, String container, String path, String folder) {
        var query = path + "/log?container=" + container + BOUNDS;
        all.add(new OnePod("logs/" + folder + container + ".log", query, "the log of " + folder + container, false));
        all.add(new OnePod(
                "logs/" + folder + container + ".previous.log",
                query + "&previous=true",
                "the log of before a restart of " + folder + container,
                true));
    }

    private static void health(List<OnePod> all, String path, String folder) {
        for (var page : List.of("readyz", "metrics")) {
            all.add(new OnePod("health/" + folder + page + ".txt", path + page, page + " of " + folder, false));
        }
    }
}
