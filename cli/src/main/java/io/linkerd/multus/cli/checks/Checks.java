// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import java.util.List;

/** Judges a picture. Pure. */
public final class Checks {
    private Checks() {}

    /** {@return what has to be so before linkerd-multus is installed} */
    public static Report before(Picture seen) {
        return new Report(List.of(ServerChecks.of(seen), LinkerdChecks.before(seen)));
    }

    /** {@return all there is to ask} In the order in which it comes true: the first that is wrong is the cause of others. */
    public static Report all(Picture seen) {
        return new Report(List.of(
                ServerChecks.of(seen),
                LinkerdChecks.of(seen),
                ReleaseChecks.of(seen),
                NodeChecks.of(seen),
                NamespaceChecks.of(seen),
                PodChecks.of(seen),
                PlatformChecks.of(seen)));
    }

    /** {@return what is asked of namespaces and pods alone} */
    public static Report dataPlane(Picture seen) {
        return new Report(List.of(NamespaceChecks.of(seen), PodChecks.of(seen)));
    }
}
