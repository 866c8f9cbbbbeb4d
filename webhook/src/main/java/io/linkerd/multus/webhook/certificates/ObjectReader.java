// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.names.ArgoCd;
import io.linkerd.multus.service.kube.ApiResponse;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Picks what certificates rest on from objects as the API server sends them. What later versions have put into them is passed over, and no
 * problem repeats what they hold.
 */
final class ObjectReader {
    /**
     * Of an object that is read for what it holds, which may be one long text: the API server takes 3 MiB. Whose object it is chooses names in
     * it, so they may be as long and as deep as the object.
     */
    static final JsonLimits LIMITS = JsonLimits.ofLength(4 << 20).depth(10_000).build();

    private final JsonWalk json;
    private String version = "";
    private String uid = "";
    private boolean tracked;
    private final List<ObjectOwner> owners = new ArrayList<>();

    private ObjectReader(JsonWalk json) {
        this.json = json;
    }

    /** {@return what a Secret says} */
    static SecretReading secret(ApiResponse answer) throws MalformedJson, IOException {
        return read(answer, ObjectReader::secret);
    }

    /**
     * {@return whom the webhooks of a configuration trust, be it a mutating one or a validating one, and how it stands with the namespace that
     * we are in}
     */
    static ConfigurationReading configuration(ApiResponse answer, HomeNamespace home)
            throws MalformedJson, IOException {
        return read(answer, reader -> reader.configuration(home));
    }

    /** {@return which services a configuration has the API server call, be it a mutating one or a validating one} */
    static CalledServices services(ApiResponse answer) throws MalformedJson, IOException {
        return read(answer, ObjectReader::services);
    }

    /** {@return the uid of an object of any kind} */
    static String uid(ApiResponse answer) throws MalformedJson, IOException {
        return read(answer, ObjectReader::uid);
    }

    /** Reads one thing of an object. */
    private interface Reading<T> {
        T read(ObjectReader reader) throws MalformedJson;
    }

    private static <T> T read(ApiResponse answer, Reading<T> reading) throws MalformedJson, IOException {
        return JsonDocument.read(answer.body(), LIMITS, json -> reading.read(new ObjectReader(json)));
    }

    private SecretReading secret() throws MalformedJson {
        var data = new HashMap<String, byte[]>();
        object("data", () -> json.object(entry -> data.put(entry, bytes())));
        return AuthoritiesFormat.read(required(version, "resourceVersion"), data);
    }

    private ConfigurationReading configuration(HomeNamespace home) throws MalformedJson {
        var trust = new HashMap<String, TrustBundle>();
        object("webhooks", () -> json.list(_ -> webhook(trust)));
        return new ConfigurationReading.Present(
                required(version, "resourceVersion"), trust, home.ownership(owners, tracked));
    }

    private CalledServices services() throws MalformedJson {
        var namespaces = new HashSet<String>();
        object("webhooks", () -> json.list(_ -> member("clientConfig", () -> service(namespaces))));
        return new CalledServices(uid, version, namespaces);
    }

    private void service(Set<String> namespaces) throws MalformedJson {
        member("service", () -> member("namespace", () -> namespaces.add(json.text())));
    }

    private String uid() throws MalformedJson {
        object("", json::skip);
        return required(uid, "uid");
    }

    /** Reads what stands at a key. */
    private interface Content {
        void read() throws MalformedJson;
    }

    private void object(String wanted, Content content) throws MalformedJson {
        json.object(key -> {
            if (key.equals("metadata")) {
                json.object(this::metadata);
            } else if (key.equals(wanted)) {
                content.read();
            } else {
                json.skip();
            }
        });
    }

    private void member(String wanted, Content content) throws MalformedJson {
        json.object(key -> {
            if (key.equals(wanted)) {
                content.read();
            } else {
                json.skip();
            }
        });
    }

    private void metadata(String key) throws MalformedJson {
        switch (key) {
            case "resourceVersion" -> version = json.text();
            case "uid" -> uid = json.text();
            case "annotations" -> json.object(each -> mark(each, ArgoCd.TRACKING_ID));
            case "labels" -> json.object(each -> mark(each, ArgoCd.INSTANCE_LABEL));
            case "ownerReferences" -> json.list(_ -> owners.add(owner()));
            default -> json.skip();
        }
    }

    private void mark(String key, String ofArgoCd) {
        tracked |= key.equals(ofArgoCd);
        json.skip();
    }

    private ObjectOwner owner() throws MalformedJson {
        var texts = new HashMap<String, String>();
        json.object(key -> {
            switch (key) {
                case "apiVersion", "kind", "name", "uid" -> texts.put(key, json.text());
                default -> json.skip();
            }
        });
        return new ObjectOwner(
                texts.getOrDefault("apiVersion", ""),
                texts.getOrDefault("kind", ""),
                texts.getOrDefault("name", ""),
                texts.getOrDefault("uid", ""));
    }

    private void webhook(Map<String, TrustBundle> trust) throws MalformedJson {
        var reading = new Object() {
            String name = "";
            TrustBundle bundle = TrustBundle.EMPTY;
        };
        json.object(key -> {
            switch (key) {
                case "name" -> reading.name = json.text();
                case "clientConfig" -> member("caBundle", () -> reading.bundle = TrustBundle.read(bytes()));
                default -> json.skip();
            }
        });
        trust.put(reading.name, reading.bundle);
    }

    private byte[] bytes() throws MalformedJson {
        try {
            return Base64.getDecoder().decode(json.text());
        } catch (IllegalArgumentException _) {
            // Which says what it found, of what may be a key.
            throw new MalformedJson("what should be in Base64 is not");
        }
    }

    private static String required(String value, String name) throws MalformedJson {
        if (value.isEmpty()) {
            throw new MalformedJson("/metadata/" + name + " is missing");
        }
        return value;
    }
}
