package dev.weir.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassFilesTest {

  /** Constants of every kind that the compiler writes, and texts of every short length. */
  static class Holder extends ArrayList<String> {
    static final long LONG = 0x1122_3344_5566_7788L;
    static final double DOUBLE = 1.25;
    static final float FLOAT = 2.5f;
    static final int INT = 1_000_000;

    Object sixOne = "abcdef";

    Object all(String a) {
      Runnable lambda = () -> add(a + LONG + DOUBLE + FLOAT + INT + "1" + "12" + "123456");
      return lambda;
    }
  }

  @Test
  void superNameIsRead() throws IOException {
    assertThat(ClassFiles.superName(classFile(Holder.class))).isEqualTo("java/util/ArrayList");
    assertThat(ClassFiles.superName(classFile(ClassFilesTest.class))).isEqualTo("java/lang/Object");
    assertThat(ClassFiles.superName(classFile(Integer.class))).isEqualTo("java/lang/Number");
    assertThat(ClassFiles.superName(classFile(Math.class))).isEqualTo("java/lang/Object");
    assertThat(ClassFiles.superName(classFile(Object.class))).isNull();
  }

  @Test
  void textIsFoundWhereverItStands() {
    byte[] bytes = "aab abc".getBytes(StandardCharsets.US_ASCII);
    for (String inside : new String[] {"a", "aab", "ab", "abc", " "}) {
      assertThat(ClassFiles.contains(bytes, inside.getBytes(StandardCharsets.US_ASCII))).isTrue();
    }
    for (String outside : new String[] {"aabb", "abcd", "x"}) {
      assertThat(ClassFiles.contains(bytes, outside.getBytes(StandardCharsets.US_ASCII))).isFalse();
    }
  }

  interface Calls {
    void notHere();

    default boolean here(List<String> list) {
      return list.isEmpty();
    }
  }

  @Test
  void onlyDeclaredMethodsWithBodiesCount() throws IOException {
    assertThat(declares(Calls.class, "here")).isTrue();
    assertThat(declares(Calls.class, "other", "here")).isTrue();
    assertThat(declares(Calls.class, "notHere")).as("abstract").isFalse();
    assertThat(declares(Calls.class, "isEmpty")).as("called").isFalse();
    assertThat(declares(Calls.class, "her", "heres")).as("part of a name").isFalse();
    assertThat(declares(Holder.class, "all")).as("behind fields").isTrue();
    assertThat(declares(Holder.class, "sixOne", "LONG")).as("fields").isFalse();
    assertThat(declares(Thread.class, "start")).isTrue();
    assertThat(declares(Object.class, "hashCode")).as("native").isFalse();
  }

  private static boolean declares(Class<?> type, String... names) throws IOException {
    return ClassFiles.declares(classFile(type), ClassFiles.ascii(names));
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    String name = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("no class file of " + type);
      }
      return in.readAllBytes();
    }
  }
}
