// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.acceptance;

import io.linkerd.multus.cluster.LocalCluster;
import io.linkerd.multus.cluster.LocalClusterExtension;
import io.linkerd.multus.cluster.LocalClusterSettings;
import io.linkerd.multus.cluster.addons.LinkerdStandins;
import io.linkerd.multus.cluster.mesh.Release;
import io.linkerd.multus.cluster.plan.Profile;
import io.linkerd.multus.cluster.tools.Progress;
import java.io.IOException;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests a {@link Mesh}: one OpenShift-shaped cluster of two nodes for all classes, ended after the last of them. */
final class MeshExtension implements BeforeAllCallback, ParameterResolver {
    private static final Namespace STORE = Namespace.create(MeshExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        LocalClusterExtension.assumeRoot();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Mesh.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot().getStore(STORE).computeIfAbsent(Mesh.class, _ -> start(), Mesh.class);
    }

    private static Mesh start() {
        try {
            var sources = LocalClusterExtension.project();
            var settings = new LocalClusterSettings(
                    "acceptance-" + ProcessHandle.current().pid(), Profile.OPENSHIFT, 2);
            var cluster = LocalCluster.start(settings, LocalClusterExtension.toolbox(), Progress.silent());
            var release = new Release(cluster, sources);
            release.load();
            var standins = new LinkerdStandins(cluster.kubectl(), Profile.OPENSHIFT);
            standins.apply();
            return new Mesh(cluster, release, standins);
        } catch (IOException e) {
            throw new IllegalStateException("cannot start the cluster of the acceptance tests", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the cluster of the acceptance tests started", e);
        }
    }
}
