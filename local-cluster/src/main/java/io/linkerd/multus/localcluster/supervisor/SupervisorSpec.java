// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.supervisor;

import java.util.List;

/**
 * All that the supervisor is told about one cluster; it is written as JSON and read by {@code supervise run}.
 *
 * @param state the cluster's folder, which the supervisor removes at the end
 * @param listen the address on the machine's loopback; port 0 takes a free one
 * @param forward where connections to {@code listen} go inside the cluster's network
 * @param processes what runs beside the nodes
 */
public record SupervisorSpec(
        String name,
        String state,
        String listen,
        String forward,
        Bridge bridge,
        List<Program> processes,
        List<Node> nodes) {
    /** Copies the lists. */
    public SupervisorSpec {
        processes = List.copyOf(processes);
        nodes = List.copyOf(nodes);
    }

    /** The network that the nodes are on, with the routes to the networks behind them. */
    public record Bridge(String name, String address, List<Route> routes) {
        /** Copies the list. */
        public Bridge {
            routes = List.copyOf(routes);
        }
    }

    /** A network and the neighbour that leads to it. */
    public record Route(String to, String via) {}

    /**
     * A program that is started again whenever it ends.
     *
     * @param environment all that it gets, as {@code KEY=value}
     * @param after what answers before it is started: a TCP address, a unix socket's path, or a URL; empty for at once
     */
    public record Program(String name, List<String> command, List<String> environment, String after) {
        /** Copies the lists. */
        public Program {
            command = List.copyOf(command);
            environment = List.copyOf(environment);
        }
    }

    /**
     * A node: a root, a network and processes of its own.
     *
     * @param address with the network's length, as in {@code 198.18.255.1/24}
     * @param hidden folders of the machine that are empty on the node
     * @param controlGroup made before its processes start, below every hierarchy's root
     */
    public record Node(
            String name,
            String address,
            List<Route> routes,
            List<String> hidden,
            List<File> files,
            List<Link> links,
            List<Bind> binds,
            String controlGroup,
            List<Sysctl> sysctls,
            List<Program> processes) {
        /** Copies the lists. */
        public Node {
            routes = List.copyOf(routes);
            hidden = List.copyOf(hidden);
            files = List.copyOf(files);
            links = List.copyOf(links);
            binds = List.copyOf(binds);
            sysctls = List.copyOf(sysctls);
            processes = List.copyOf(processes);
        }
    }

    /** A file on a node: {@code content}, or a copy of the machine's file {@code from} where that is not empty. */
    public record File(String path, String content, String from, int mode) {
        /** A text that everybody may read. */
        public static File text(String path, String content) {
            return new File(path, content, "", 0644);
        }

        /** A text for root alone. */
        public static File secret(String path, String content) {
            return new File(path, content, "", 0600);
        }

        /** A program of the machine. */
        public static File executable(String path, String from) {
            return new File(path, "", from, 0755);
        }
    }

    /** A symbolic link on a node. */
    public record Link(String path, String to) {}

    /** A file or folder of the machine that a node sees. */
    public record Bind(String from, String to, boolean readOnly) {}

    /** A kernel setting of the node's namespaces. */
    public record Sysctl(String key, String value) {}
}
