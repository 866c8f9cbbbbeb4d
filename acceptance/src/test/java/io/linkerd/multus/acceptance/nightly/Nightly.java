// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.nightly;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Tests that are left out of a build but for {@code -Pnightly}, each in one part of {@link
 * io.linkerd.multus.images.release.NightlyPart}, which runs alone by {@code -Dpart=NAME}.
 */
public final class Nightly {
    /** What every nightly test is tagged with, beside its part. */
    static final String TAG = "nightly";

    private Nightly() {}

    /** Hundreds of pods at once, and outages. */
    @Tag(TAG)
    @Tag("load")
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    public @interface Load {}

    /** Nodes that lose their power, and pools of nodes. */
    @Tag(TAG)
    @Tag("nodes")
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    public @interface Nodes {}

    /** From one release, Helm or installer to another. */
    @Tag(TAG)
    @Tag("releases")
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    public @interface Releases {}

    /** Every way to start that README and documents name. */
    @Tag(TAG)
    @Tag("ways")
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    public @interface Ways {}

    /** The Operator Lifecycle Manager. */
    @Tag(TAG)
    @Tag("olm")
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    public @interface Olm {}
}
