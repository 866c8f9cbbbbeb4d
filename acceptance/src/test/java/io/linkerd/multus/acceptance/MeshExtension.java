// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.LocalClusterSettings;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.olm.LifecycleManager;
import io.linkerd.multus.localcluster.olm.OlmPrograms;
import io.linkerd.multus.localcluster.plan.Profile;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.programs.Toolbox;
import io.linkerd.multus.localcluster.registry.ImageRegistry;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Does what {@link WithMesh} promises; a cluster ends with its last class, or with the test run. */
final class MeshExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {
    private static final Namespace STORE = Namespace.create(MeshExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        LocalClusterExtension.assumeRoot();
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        mesh(context).release().require(release(wanted(context)));
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        mesh(context).tidy(context.getRequiredTestClass().getSimpleName() + "." + context.getDisplayName());
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        var cluster = settings(wanted(context));
        if (ClusterUse.endsWith(cluster)) {
            var mesh = context.getRoot().getStore(STORE).remove(cluster, Mesh.class);
            if (mesh != null) {
                mesh.close();
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Mesh.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return mesh(context);
    }

    private static ReleaseState release(WithMesh wanted) {
        return wanted.olm() ? ReleaseState.OWN : wanted.release();
    }

    private static WithMesh wanted(ExtensionContext context) {
        return context.getRequiredTestClass().getAnnotation(WithMesh.class);
    }

    private static Mesh mesh(ExtensionContext context) {
        return context.getRoot()
                .getStore(STORE)
                .computeIfAbsent(settings(wanted(context)), MeshExtension::start, Mesh.class);
    }

    /** {@return the cluster that a class has} */
    static LocalClusterSettings settings(WithMesh wanted) {
        var run = ProcessHandle.current().pid();
        return switch (wanted.profile()) {
            case OPENSHIFT ->
                new LocalClusterSettings(
                        "acceptance-" + (wanted.olm() ? "olm-" : wanted.cluster() + "-") + run,
                        Profile.OPENSHIFT,
                        2,
                        wanted.olm());
            case PLAIN -> new LocalClusterSettings("acceptance-plain-" + run, Profile.PLAIN, 1);
            case PLAIN_WITH_OUR_MULTUS ->
                new LocalClusterSettings("acceptance-multus-" + run, Profile.PLAIN_WITH_OUR_MULTUS, 1);
            case PLAIN_WITHOUT_MULTUS ->
                new LocalClusterSettings("acceptance-bare-" + run, Profile.PLAIN_WITHOUT_MULTUS, 1);
        };
    }

    private static Mesh start(LocalClusterSettings settings) {
        try {
            var sources = LocalClusterExtension.project();
            var toolbox = LinkerdStandins.toolbox(sources, Progress.silent());
            if (!settings.olm()) {
                return start(settings, sources, toolbox);
            }
            var olm = OlmPrograms.prepare(sources, toolbox, Progress.silent());
            var mesh = start(settings, sources, olm.addTo(toolbox));
            var kubectl = mesh.cluster().kubectl();
            new ImageRegistry(kubectl, toolbox.cache().path()).install();
            new LifecycleManager(kubectl, olm).install();
            return mesh;
        } catch (IOException e) {
            throw new IllegalStateException("cannot start the cluster of the acceptance tests", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the cluster of the acceptance tests started", e);
        }
    }

    private static Mesh start(LocalClusterSettings settings, Path sources, Toolbox toolbox)
            throws IOException, InterruptedException {
        var cluster = LocalCluster.start(settings, toolbox, Progress.silent());
        var release = new Release(cluster, sources);
        release.load();
        var standins = new LinkerdStandins(cluster.kubectl(), settings.profile());
        standins.apply();
        return new Mesh(cluster, release, standins, CniFolders.of(cluster));
    }
}
