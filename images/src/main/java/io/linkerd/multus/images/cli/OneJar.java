// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.cli;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.layers.Application;
import io.linkerd.multus.images.runtime.JavaRuntime;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * All jars of the command line as one, for a JDK 25 of any platform: {@code java -jar}. Lists of services are put together; what each jar
 * says of its licence is in a folder of its name.
 */
public final class OneJar {
    private static final String SERVICES = "META-INF/services/";
    private static final Pattern LICENCE = Pattern.compile("(?i)META-INF/[^/]*(LICEN[CS]E|NOTICE)[^/]*");
    /** What is true of a jar alone. */
    private static final Pattern LEFT_OUT = Pattern.compile(
            "(?i)(META-INF/(MANIFEST\\.MF|INDEX\\.LIST|[^/]*\\.(SF|RSA|DSA|EC)|maven/.*))|(.*/)?module-info\\.class|.*/");

    private final Map<String, ByteArrayOutputStream> services = new TreeMap<>();
    private final Set<String> written = new HashSet<>();
    private final JarOutputStream jar;

    private OneJar(JarOutputStream jar) {
        this.jar = jar;
    }

    /** {@return where it is} */
    public static Path file(Project project) {
        return project.root().resolve("cli/target").resolve("linkerd-multus-" + project.version() + ".jar");
    }

    /**
     * Writes it, and {@return it} The same jars give the same bytes.
     *
     * @throws IOException also where two jars have a class of one name that differs
     */
    public static Path write(Project project, Application application) throws IOException {
        var file = file(project);
        var unfinished = file.resolveSibling(file.getFileName() + ".part");
        try (var jar = new JarOutputStream(new BufferedOutputStream(Files.newOutputStream(unfinished)))) {
            var one = new OneJar(jar);
            one.begin(JarFile.MANIFEST_NAME);
            manifest(project).write(jar);
            one.copy(project.root().resolve("LICENSE"));
            for (var part : application.own()) {
                one.add(part);
            }
            for (var part : application.libraries()) {
                one.add(part);
            }
            for (var service : one.services.entrySet()) {
                one.begin(service.getKey());
                service.getValue().writeTo(jar);
            }
        }
        return Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Manifest manifest(Project project) {
        var manifest = new Manifest();
        var main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, Service.CLI.mainClass());
        main.put(Attributes.Name.MULTI_RELEASE, "true");
        main.put(Attributes.Name.IMPLEMENTATION_TITLE, "linkerd-multus");
        main.put(Attributes.Name.IMPLEMENTATION_VERSION, project.version());
        return manifest;
    }

    private void copy(Path file) throws IOException {
        begin("META-INF/" + file.getFileName());
        Files.copy(file, jar);
    }

    private void add(Path part) throws IOException {
        try (var from = new JarFile(part.toFile(), false)) {
            for (var entry : Collections.list(from.entries())) {
                var name = entry.getName();
                try (var content = from.getInputStream(entry)) {
                    if (LICENCE.matcher(name).matches()) {
                        write(
                                name.replaceFirst("META-INF/", "META-INF/licences/" + part.getFileName() + "/"),
                                content.readAllBytes());
                    } else if (name.startsWith(SERVICES) && !entry.isDirectory()) {
                        var list = services.computeIfAbsent(name, _ -> new ByteArrayOutputStream());
                        content.transferTo(list);
                        list.write('\n');
                    } else if (!LEFT_OUT.matcher(name).matches()) {
                        write(name, content.readAllBytes());
                    }
                }
            }
        }
    }

    private void write(String name, byte[] content) throws IOException {
        if (!written.contains(name)) {
            begin(name);
            jar.write(content);
        } else if (name.endsWith(".class")) {
            throw new IOException("two jars of the command line have " + name);
        }
    }

    private void begin(String name) throws IOException {
        written.add(name);
        var entry = new ZipEntry(name);
        entry.setTime(JavaRuntime.TIME.toEpochMilli());
        jar.putNextEntry(entry);
    }
}
