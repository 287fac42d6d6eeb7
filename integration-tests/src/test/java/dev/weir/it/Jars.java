package dev.weir.it;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Makes jars of other things. */
final class Jars {

  private Jars() {}

  /** A jar of a folder of classes. */
  static Path of(Path classes, Path jar) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> tree = Files.walk(classes)) {
      for (Path file : (Iterable<Path>) tree.filter(Files::isRegularFile).sorted()::iterator) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  /** As merging plugins do it: class files and a manifest, and nothing they do not know. */
  static void merged(Path source, Path jar, String premainClass) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", premainClass);
    attributes.putValue("Can-Retransform-Classes", "true");
    try (JarFile in = new JarFile(source.toFile());
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      List<JarEntry> entries = Collections.list(in.entries());
      for (JarEntry entry : entries) {
        if (entry.getName().endsWith(".class")) {
          out.putNextEntry(new JarEntry(entry.getName()));
          try (InputStream content = in.getInputStream(entry)) {
            content.transferTo(out);
          }
          out.closeEntry();
        }
      }
    }
  }
}
