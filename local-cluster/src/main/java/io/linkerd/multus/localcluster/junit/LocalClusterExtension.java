// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.junit;

import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.LocalClusterSettings;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.GoTools;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.programs.Toolbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the cluster that {@link WithCluster} asks for, as a parameter of type {@link LocalCluster}. Classes that ask
 * for the same share one, which ends with the test run; without root the tests are not run, and say so.
 */
public final class LocalClusterExtension implements BeforeAllCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(LocalClusterExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        cluster(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == LocalCluster.class;
    }

    @Override
    public LocalCluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return cluster(context);
    }

    /** Returns everything that clusters are made of; a test that needs it is not run without root. */
    public static Toolbox toolbox() throws IOException, InterruptedException {
        assumeRoot();
        return Toolbox.prepare(project(), Progress.silent());
    }

    /** Returns the folder with Kubernetes' programs; they take no root. */
    public static Path kubernetes() throws IOException, InterruptedException {
        return GoTools.of(Cache.of(System.getenv()), Progress.silent()).kubernetes(project());
    }

    /** Ends the test as not run where it is not run as root. */
    public static void assumeRoot() {
        assumeRoot("a local cluster is made of namespaces and mounts");
    }

    /** Does the same for another reason than a cluster. */
    public static void assumeRoot(String reason) {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), reason + ", which takes root");
    }

    private static LocalCluster cluster(ExtensionContext context) {
        var wanted = context.getRequiredTestClass().getAnnotation(WithCluster.class);
        var settings = new LocalClusterSettings(wanted.name(), wanted.profile(), wanted.nodes());
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(settings, LocalClusterExtension::start, LocalCluster.class);
    }

    private static LocalCluster start(LocalClusterSettings settings) {
        try {
            var toolbox = toolbox();
            LocalCluster.remove(settings.name(), toolbox);
            return LocalCluster.start(settings, toolbox, Progress.silent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the cluster " + settings.name() + " was starting", e);
        }
    }

    /** Finds the project's root from wherever the tests are run. */
    public static Path project() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(".mvn"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("the tests are not run in the project");
            }
        }
        return folder;
    }
}
