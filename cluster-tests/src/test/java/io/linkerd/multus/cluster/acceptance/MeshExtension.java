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

/**
 * Gives tests a {@link Mesh}: one OpenShift-shaped cluster of two nodes for all classes, and one of plain Kubernetes for those with
 * {@link OnPlainKubernetes}; they end after the last of them.
 */
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
        var plain = context.getRequiredTestClass().isAnnotationPresent(OnPlainKubernetes.class);
        var run = ProcessHandle.current().pid();
        var settings = plain
                ? new LocalClusterSettings("acceptance-plain-" + run, Profile.PLAIN, 1)
                : new LocalClusterSettings("acceptance-" + run, Profile.OPENSHIFT, 2);
        return context.getRoot().getStore(STORE).computeIfAbsent(settings, MeshExtension::start, Mesh.class);
    }

    private static Mesh start(LocalClusterSettings settings) {
        try {
            var sources = LocalClusterExtension.project();
            var cluster = LocalCluster.start(settings, LocalClusterExtension.toolbox(), Progress.silent());
            var release = new Release(cluster, sources);
            release.load();
            var standins = new LinkerdStandins(cluster.kubectl(), settings.profile());
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
