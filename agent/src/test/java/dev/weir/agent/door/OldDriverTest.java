package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLTransientException;
import java.sql.Statement;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drivers compiled long ago: without stack maps, with subroutines, before class constants. */
class OldDriverTest {

  @RegisterExtension final Woven woven = new Woven();

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_2, Opcodes.V1_4, Opcodes.V1_5})
  void isGuardedAsAnyOther(int version) throws Exception {
    woven.guard().limit("sql:shop UPDATE orders", 1);
    Statement statement = statement(version);

    assertThat(statement.executeUpdate("UPDATE orders SET id = 1")).isEqualTo(7);
    assertThatThrownBy(() -> statement.executeUpdate("UPDATE orders SET id = 1"))
        .isInstanceOf(SQLTransientException.class);
    assertThat(statement.executeUpdate("UPDATE items SET id = 1")).isEqualTo(7);
  }

  private static Statement statement(int version) throws Exception {
    byte[] classFile = classFile(version);
    ClassLoader loader =
        new ClassLoader(ClassLoader.getPlatformClassLoader()) {
          @Override
          protected Class<?> findClass(String name) {
            return defineClass(name, classFile, 0, classFile.length);
          }
        };
    return (Statement)
        loader.loadClass("old.Statement").getConstructor(Connection.class).newInstance(shop());
  }

  private static Connection shop() {
    ClassLoader loader = OldDriverTest.class.getClassLoader();
    Object metaData =
        Proxy.newProxyInstance(
            loader,
            new Class<?>[] {DatabaseMetaData.class},
            (proxy, method, arguments) -> "jdbc:old:shop");
    return (Connection)
        Proxy.newProxyInstance(
            loader, new Class<?>[] {Connection.class}, (proxy, method, arguments) -> metaData);
  }

  private static byte[] classFile(int version) {
    ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    type.visit(
        version,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
        "old/Statement",
        null,
        "java/lang/Object",
        new String[] {"java/sql/Statement"});
    type.visitField(0, "connection", "Ljava/sql/Connection;", null, null).visitEnd();
    MethodVisitor constructor =
        type.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "(Ljava/sql/Connection;)V", null, null);
    constructor.visitCode();
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitVarInsn(Opcodes.ALOAD, 1);
    constructor.visitFieldInsn(
        Opcodes.PUTFIELD, "old/Statement", "connection", "Ljava/sql/Connection;");
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(0, 0);
    constructor.visitEnd();
    MethodVisitor getter =
        type.visitMethod(
            Opcodes.ACC_PUBLIC, "getConnection", "()Ljava/sql/Connection;", null, null);
    getter.visitCode();
    getter.visitVarInsn(Opcodes.ALOAD, 0);
    getter.visitFieldInsn(Opcodes.GETFIELD, "old/Statement", "connection", "Ljava/sql/Connection;");
    getter.visitInsn(Opcodes.ARETURN);
    getter.visitMaxs(0, 0);
    getter.visitEnd();
    executeUpdate(type);
    type.visitEnd();
    return type.toByteArray();
  }

  /** {@code try { return 7; } finally { … }} as compilers before Java 6 made it. */
  private static void executeUpdate(ClassWriter type) {
    MethodVisitor method =
        type.visitMethod(
            Opcodes.ACC_PUBLIC,
            "executeUpdate",
            "(Ljava/lang/String;)I",
            null,
            new String[] {"java/sql/SQLException"});
    Label finallyBlock = new Label();
    method.visitCode();
    method.visitIntInsn(Opcodes.BIPUSH, 7);
    method.visitVarInsn(Opcodes.ISTORE, 2);
    method.visitJumpInsn(Opcodes.JSR, finallyBlock);
    method.visitVarInsn(Opcodes.ILOAD, 2);
    method.visitInsn(Opcodes.IRETURN);
    method.visitLabel(finallyBlock);
    method.visitVarInsn(Opcodes.ASTORE, 3);
    method.visitVarInsn(Opcodes.RET, 3);
    method.visitMaxs(0, 0);
    method.visitEnd();
  }
}
