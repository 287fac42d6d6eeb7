package dev.weir.agent.door;

import dev.weir.agent.door.MethodSites.MethodSite;
import dev.weir.agent.weave.Weaver;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.MethodPattern;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleSet;
import dev.weir.instrument.ApplicationLoaders;
import dev.weir.instrument.ClassFiles;
import dev.weir.instrument.methods.MethodSelector;
import java.lang.annotation.Annotation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which methods the rule file in force names, under {@code instrument.methods} or in an entry. */
public final class GuardedMethods implements MethodSelector {

  private final MethodSites sites;
  private final Set<String> found = ConcurrentHashMap.newKeySet();
  private volatile Selection selection = new Selection(List.of());

  public GuardedMethods(MethodSites sites) {
    this.sites = sites;
  }

  /**
   * Takes the names of another rule file.
   *
   * @return the classes for which that may make a difference; null if it makes none
   */
  public Weaver.@Nullable LoadedClasses select(RuleSet rules) {
    List<MethodPattern> patterns = new ArrayList<>(rules.instrument().methods());
    for (Entry entry : rules.entries()) {
      for (ResourcePattern pattern : entry.match()) {
        if (pattern instanceof MethodPattern method) {
          patterns.add(method);
        }
      }
    }
    Selection before = selection;
    Selection after = new Selection(patterns);
    selection = after;
    List<MethodPattern> different = new ArrayList<>();
    addMissing(before.patterns, after.patterns, different);
    addMissing(after.patterns, before.patterns, different);
    return different.isEmpty() ? null : new Selection(different);
  }

  private static void addMissing(
      List<MethodPattern> from, List<MethodPattern> in, List<MethodPattern> missing) {
    for (MethodPattern pattern : from) {
      if (!in.contains(pattern)) {
        missing.add(pattern);
      }
    }
  }

  /** The patterns, as written, for which no method has been found in a loaded class so far. */
  public List<String> notFound() {
    List<String> missing = new ArrayList<>();
    for (MethodPattern pattern : selection.patterns) {
      if (!found.contains(pattern.text()) && !missing.contains(pattern.text())) {
        missing.add(pattern.text());
      }
    }
    return missing;
  }

  @Override
  public boolean mayName(String className, byte[] classFile) {
    Selection current = selection;
    if (current.classes.contains(className)) {
      return true;
    }
    if (current.wild.length > 0 && current.isWild(className.replace('/', '.'))) {
      return true;
    }
    for (byte[] descriptor : current.annotations) {
      if (ClassFiles.contains(classFile, descriptor)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean mayName(Class<?> type) {
    return selection.include(type);
  }

  static List<String> annotations(Class<?> type) {
    List<String> names = new ArrayList<>();
    for (Annotation annotation : type.getDeclaredAnnotations()) {
      names.add(annotation.annotationType().getName());
    }
    return names;
  }

  @Override
  public boolean names(
      String className,
      List<String> annotations,
      String method,
      List<String> parameterTypes,
      boolean isPublic) {
    boolean named = false;
    for (MethodPattern pattern : selection.patterns) {
      boolean ofClass =
          pattern.annotation() == null
              ? pattern.matchesClassName(className)
              : isPublic && annotations.contains(pattern.annotation());
      if (ofClass && pattern.matchesMethod(method, parameterTypes)) {
        found.add(pattern.text());
        named = true;
      }
    }
    return named;
  }

  @Override
  public int site(
      String className,
      List<String> annotations,
      String method,
      List<String> parameterTypes,
      String returnType) {
    return sites.number(new MethodSite(className, method, parameterTypes, returnType), annotations);
  }

  /** The patterns of one rule file, sorted by how they can be looked for. */
  private static final class Selection implements Weaver.LoadedClasses {

    final List<MethodPattern> patterns;

    /** Internal names. */
    final Set<String> classes = new HashSet<>();

    final MethodPattern[] wild;
    final byte[][] annotations;

    Selection(List<MethodPattern> patterns) {
      this.patterns = List.copyOf(patterns);
      List<MethodPattern> byPattern = new ArrayList<>();
      List<byte[]> descriptors = new ArrayList<>();
      for (MethodPattern pattern : patterns) {
        if (pattern.annotation() != null) {
          String descriptor = "L" + pattern.annotation().replace('.', '/') + ";";
          descriptors.add(descriptor.getBytes(StandardCharsets.UTF_8));
        } else if (pattern.isLiteralClass()) {
          classes.add(Objects.requireNonNull(pattern.className()).replace('.', '/'));
        } else {
          byPattern.add(pattern);
        }
      }
      wild = byPattern.toArray(new MethodPattern[0]);
      annotations = descriptors.toArray(new byte[0][]);
    }

    @Override
    public boolean include(Class<?> type) {
      String name = type.getName();
      return ApplicationLoaders.include(type.getClassLoader())
          && (classes.contains(name.replace('.', '/'))
              || isWild(name)
              || (annotations.length > 0 && names(annotations(type))));
    }

    /** Classes that frameworks derive at run time are left out: they call the class they wrap. */
    boolean isWild(String className) {
      if (className.contains("$$") || className.contains("$HibernateProxy$")) {
        return false;
      }
      for (MethodPattern pattern : wild) {
        if (pattern.matchesClassName(className)) {
          return true;
        }
      }
      return false;
    }

    boolean names(List<String> annotationNames) {
      for (MethodPattern pattern : patterns) {
        if (pattern.annotation() != null && annotationNames.contains(pattern.annotation())) {
          return true;
        }
      }
      return false;
    }
  }
}
