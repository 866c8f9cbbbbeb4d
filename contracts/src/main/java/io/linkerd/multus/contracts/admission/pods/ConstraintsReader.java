// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Picks from SecurityContextConstraints, as they stream by, what matters to a meshed pod. */
public final class ConstraintsReader {
    /** Whose object it is chooses names in it, so they may be as long and as deep as the object; the API server takes 3 MiB. */
    public static final JsonLimits LIMITS = JsonLimits.ofLength(4 << 20)
            .texts(256 << 10, 512 << 10)
            .depth(10_000)
            .build();

    private final JsonWalk json;
    private final List<String> seccompProfiles = new ArrayList<>();

    /** Constraints without {@code runAsUser} do not restrict it. */
    private String type = SccRunAsUser.RUN_AS_ANY;

    private OptionalLong uid = OptionalLong.empty();
    private OptionalLong rangeMin = OptionalLong.empty();
    private OptionalLong rangeMax = OptionalLong.empty();

    private ConstraintsReader(JsonWalk json) {
        this.json = json;
    }

    /** {@return what matters of the constraints that the walk stands on} */
    public static SccRules read(JsonWalk json) throws MalformedJson {
        return new ConstraintsReader(json).rules();
    }

    private SccRules rules() throws MalformedJson {
        json.object(key -> {
            switch (key) {
                case "runAsUser" -> json.object(this::runAsUser);
                case "seccompProfiles" -> json.list(_ -> seccompProfiles.add(json.text()));
                default -> json.skip();
            }
        });
        return SccRules.of(new SccRunAsUser(type, uid, rangeMin, rangeMax), seccompProfiles);
    }

    private void runAsUser(String key) throws MalformedJson {
        switch (key) {
            case "type" -> type = json.text();
            case "uid" -> uid = json.number();
            case "uidRangeMin" -> rangeMin = json.number();
            case "uidRangeMax" -> rangeMax = json.number();
            default -> json.skip();
        }
    }
}
