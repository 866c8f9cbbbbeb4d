// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import java.time.Duration;

/**
 * How much clients may ask for at once, and for how long.
 *
 * @param body the longest body, in bytes
 * @param memory bytes of all requests that arrive, wait or are worked on
 * @param connections those with requests that arrive, wait or are worked on
 * @param others further ones: probes, and those whose client has not said yet what it wants
 * @param containers for requests that concern a container
 * @param node for those that concern the node, as STATUS and GC do
 */
public record ServerLimits(
        int body, int memory, int connections, int others, Queue containers, Queue node, Times times) {

    /**
     * What a node needs whose pods all start at once, 1,000 of them; a request of containerd or CRI-O takes 3 to 8 KiB. The longest body has room
     * for a CNI configuration of 1 MiB, which base64 makes 1.4 MiB, and as much environment as it may have. On a busy node shims connect long before
     * they send, so that of these connections there may be as many.
     */
    public static final ServerLimits STANDARD = new ServerLimits(
            2 << 20, 8 << 20, 1024, 1024, new Queue(64, 1024, 8), new Queue(4, 64, 64), Times.STANDARD);

    /**
     * How many requests are served at once.
     *
     * @param working how many are carried out side by side
     * @param waiting how many wait for their turn
     * @param waitingForOne how many of these for one container; its runtime has one or two, unless it gave up waiting and asks again
     */
    public record Queue(int working, int waiting, int waitingForOne) {}

    /**
     * How long things may take.
     *
     * @param head from the connection to the last header
     * @param content from there to the last byte of the body
     * @param queue from there until a request's turn comes
     * @param work from its last byte until it is cancelled
     * @param rollback from there, or from the cancellation by a stop, to its answer
     * @param answer until the client has read it
     * @param drain from the question for a stop until what is in work is cancelled
     * @param predecessor how long a start waits for the end of another daemon
     */
    public record Times(
            Duration head,
            Duration content,
            Duration queue,
            Duration work,
            Duration rollback,
            Duration answer,
            Duration drain,
            Duration predecessor) {

        /**
         * kubelet gives a runtime 4 min to run a sandbox, and the runtime kills a shim that takes longer: at half a minute before, a request is
         * cancelled that no client waits for. The stop, 10 s as upstream's and 5 s, is well within a pod's usual 30 s.
         */
        static final Times STANDARD = new Times(
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofSeconds(210),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(20));
    }
}
