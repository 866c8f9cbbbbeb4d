// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import io.micronaut.context.DefaultApplicationContextBuilder;

/** The controller's parts as the application puts them together, before a fake API server. */
public final class ControllerParts extends DefaultApplicationContextBuilder {
    static final FakeCluster CLUSTER = new FakeCluster();

    /** For Micronaut's test extension. */
    public ControllerParts() {
        ControllerApplication.parts(this, FakeCluster.SETTINGS, CLUSTER.apiServer());
    }
}
