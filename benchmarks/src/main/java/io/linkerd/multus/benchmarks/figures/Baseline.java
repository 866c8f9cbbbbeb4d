// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

/** What stands beside ours in a run. */
public enum Baseline {
    /** The same image without its cache of loaded classes. */
    UNTRAINED("without cache"),
    /** The webhook's image of another version. */
    EARLIER("earlier"),
    /** A webhook written in Go with controller-runtime, which answers the same. */
    GO("Go peer"),
    /** The webhook's server without a webhook: it reads the request and answers what is always the same. */
    ENDPOINT("bare endpoint"),
    /** The shortest Java program that puts the installer's files there and back, in the installer's image. */
    KEEPER("bare keeper"),
    /** A client that makes the same writes one after the other. */
    ONE_BY_ONE("one by one"),
    /** A client that makes the same writes, as many at once as the controller does. */
    IN_PARALLEL("in parallel"),
    /** Multus as others know it: its daemon and shim, written in Go, of the version that clusters have. */
    UPSTREAM("upstream"),
    /** The same program on its class path, in the JDK that the bench runs in. */
    CLASS_PATH("on class path"),
    /** kubectl, asked for the pods that ours looks at, as JSON. */
    KUBECTL("kubectl"),
    /** A JVM with our flags whose program does nothing. */
    BARE_JVM("bare JVM"),
    /** The same process before anybody attacks it. */
    LEFT_ALONE("left alone");

    private final String title;

    Baseline(String title) {
        this.title = title;
    }

    /** {@return what tables call it} */
    public String title() {
        return title;
    }
}
