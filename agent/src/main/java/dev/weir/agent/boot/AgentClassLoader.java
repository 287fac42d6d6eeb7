package dev.weir.agent.boot;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.security.CodeSource;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The agent's own world: its classes stand in the one jar as {@code inst/….classdata}, where no
 * other loader finds them, and its parent is the platform loader, so that neither the application
 * nor its libraries are seen. No temporary file is written.
 */
public final class AgentClassLoader extends ClassLoader {

  private static final String FOLDER = "inst/";

  static {
    registerAsParallelCapable();
  }

  private final File jar;
  private final ZipFile zip;

  private AgentClassLoader(File jar) throws IOException {
    super("weir", ClassLoader.getPlatformClassLoader());
    this.jar = jar;
    this.zip = new ZipFile(jar);
    if (zip.getEntry(FOLDER + "dev/weir/agent/AgentInstaller.classdata") == null) {
      throw new IOException(
          jar
              + " does not hold the agent's classes. Use weir-agent.jar as it is: it does not work"
              + " unpacked or merged into another jar");
    }
  }

  /** A loader for the jar that this class came from. */
  public static AgentClassLoader open() throws IOException, URISyntaxException {
    CodeSource source = AgentClassLoader.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      throw new IOException("the agent cannot tell which jar it came from");
    }
    return new AgentClassLoader(new File(source.getLocation().toURI()));
  }

  /** The one jar. */
  public File jar() {
    return jar;
  }

  /** A file of the jar's root, whole. */
  byte[] rootFile(String name) throws IOException {
    byte[] content = read(name);
    if (content == null) {
      throw new IOException(jar + " does not hold " + name);
    }
    return content;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] classFile;
    try {
      classFile = read(FOLDER + name.replace('.', '/') + ".classdata");
    } catch (IOException e) {
      throw new ClassNotFoundException(name + " cannot be read from " + jar, e);
    }
    if (classFile == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, classFile, 0, classFile.length);
  }

  /** Class files are found under the name that every loader gives them. */
  @Override
  public InputStream getResourceAsStream(String name) {
    String entry = name.endsWith(".class") ? name + "data" : name;
    try {
      byte[] content = read(FOLDER + entry);
      return content == null
          ? getParent().getResourceAsStream(name)
          : new ByteArrayInputStream(content);
    } catch (IOException e) {
      return null; // as a missing resource: the contract of this method has no exception
    }
  }

  private byte[] read(String name) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      return null;
    }
    try (InputStream in = zip.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }
}
