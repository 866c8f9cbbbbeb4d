// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;

/** Picks from a NetworkAttachmentDefinition, as it streams by, what is judged. */
public final class AttachmentReader {
    private final JsonWalk json;
    private String name = "";
    private String config = "";

    private AttachmentReader(JsonWalk json) {
        this.json = json;
    }

    /** {@return the attachment that the walk stands on} */
    public static Attachment read(JsonWalk json) throws MalformedJson {
        var reader = new AttachmentReader(json);
        json.object(reader::attachment);
        return new Attachment(reader.name, reader.config);
    }

    private void attachment(String key) throws MalformedJson {
        switch (key) {
            case "metadata" -> json.object(this::metadata);
            case "spec" -> json.object(this::spec);
            default -> json.skip();
        }
    }

    private void metadata(String key) throws MalformedJson {
        if (key.equals("name")) {
            name = json.text();
        } else {
            json.skip();
        }
    }

    private void spec(String key) throws MalformedJson {
        if (key.equals("config")) {
            config = json.text();
        } else {
            json.skip();
        }
    }
}
