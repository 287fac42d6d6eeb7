package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What the one shipped jar holds, and where. */
class JarLayoutIT {

  /** Application loaders see the root: nothing may stand there that they could take for theirs. */
  @Test
  void rootHoldsTheEntryPointsTheBridgeAndNothingElse() throws IOException {
    try (JarFile jar = open()) {
      for (JarEntry entry : files(jar)) {
        assertThat(entry.getName())
            .matches(
                "dev/weir/agent/boot/[A-Za-z$0-9]+\\.class"
                    + "|dev/weir/bridge/[A-Za-z$0-9]+\\.class"
                    + "|inst/.+"
                    + "|META-INF/(MANIFEST\\.MF|LICENSE|NOTICE)[^/]*");
      }
    }
  }

  @Test
  void agentsOwnClassesAreNoClassFilesToOtherLoaders() throws IOException {
    try (JarFile jar = open()) {
      List<String> inside =
          files(jar).stream()
              .map(JarEntry::getName)
              .filter(name -> name.startsWith("inst/"))
              .toList();
      assertThat(inside).noneMatch(name -> name.endsWith(".class"));
      assertThat(inside).noneMatch(name -> name.contains("META-INF/versions"));
      assertThat(inside)
          .contains(
              "inst/dev/weir/agent/AgentInstaller.classdata",
              "inst/dev/weir/core/Mode.classdata",
              "inst/net/bytebuddy/ByteBuddy.classdata",
              "inst/org/yaml/snakeyaml/Yaml.classdata");
      assertThat(inside).noneMatch(name -> name.startsWith("inst/dev/weir/bridge/"));
      assertThat(new HashSet<>(inside)).hasSameSizeAs(inside);
    }
  }

  @Test
  void manifestNamesOneMainClassAndTheAgent() throws IOException {
    try (JarFile jar = open()) {
      Attributes attributes = jar.getManifest().getMainAttributes();
      assertThat(attributes.getValue("Main-Class")).isNotBlank();
      assertThat(attributes.getValue("Premain-Class"))
          .isEqualTo(attributes.getValue("Agent-Class"))
          .isNotBlank();
      assertThat(attributes.getValue("Can-Retransform-Classes")).isEqualTo("true");
      assertThat(attributes.getValue("Implementation-Version")).isNotBlank();
      assertThat(attributes.getValue("Boot-Class-Path"))
          .as("would cost the application its shared archive")
          .isNull();
      assertThat(jar.getJarEntry(attributes.getValue("Main-Class").replace('.', '/') + ".class"))
          .isNotNull();
    }
  }

  /**
   * Only an old JVM can tell, and there is none here; the version of its classes is what decides.
   */
  @Test
  void entryPointsCanBeReadByJava8() throws IOException {
    try (JarFile jar = open()) {
      Attributes attributes = jar.getManifest().getMainAttributes();
      for (String name : new String[] {"Premain-Class", "Main-Class"}) {
        String path = attributes.getValue(name).replace('.', '/') + ".class";
        assertThat(majorVersion(jar, path)).as(name).isEqualTo(52);
      }
      assertThat(majorVersion(jar, "dev/weir/agent/boot/JavaVersion.class")).isEqualTo(52);
    }
  }

  @Test
  void jarIsSmall() throws IOException {
    assertThat(Files.size(Checkout.AGENT_JAR)).isLessThan(8_000_000);
    System.out.println("Size of the shipped jar: " + Files.size(Checkout.AGENT_JAR) + " bytes");
  }

  private static JarFile open() throws IOException {
    return new JarFile(Checkout.existing(Checkout.AGENT_JAR).toFile());
  }

  private static List<JarEntry> files(JarFile jar) {
    List<JarEntry> files = new ArrayList<>(Collections.list(jar.entries()));
    files.removeIf(JarEntry::isDirectory);
    return files;
  }

  private static int majorVersion(JarFile jar, String path) throws IOException {
    try (DataInputStream in = new DataInputStream(jar.getInputStream(jar.getEntry(path)))) {
      assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
      in.readUnsignedShort();
      return in.readUnsignedShort();
    }
  }
}
