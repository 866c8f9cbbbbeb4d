// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.linkerd.multus.contracts.names.Multus;
import java.util.List;

/**
 * A kind of objects that the controller keeps.
 *
 * @param kind as in {@code Role}
 * @param plural as in {@code roles}
 * @param members those that say what an object says
 */
public record KeptKind(String group, String version, String kind, String plural, List<String> members) {
    /** NetworkAttachmentDefinitions. */
    public static final KeptKind ATTACHMENT =
            new KeptKind(Multus.GROUP, Multus.VERSION, Multus.KIND, Multus.PLURAL, List.of("spec"));

    private static final String RBAC = "rbac.authorization.k8s.io";

    /** RoleBindings. */
    public static final KeptKind BINDING =
            new KeptKind(RBAC, "v1", "RoleBinding", "rolebindings", List.of("roleRef", "subjects"));

    /** Roles. */
    public static final KeptKind ROLE = new KeptKind(RBAC, "v1", "Role", "roles", List.of("rules"));

    /** Copies. */
    public KeptKind {
        members = List.copyOf(members);
    }

    /** {@return its group and version} */
    public String apiVersion() {
        return group + "/" + version;
    }

    ResourceDefinitionContext context() {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(true)
                .build();
    }
}
