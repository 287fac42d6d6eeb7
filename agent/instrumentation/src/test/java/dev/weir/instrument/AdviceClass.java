package dev.weir.instrument;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** What the class file of an advice class says of its enter and exit methods. */
final class AdviceClass {

  private static final String ENTER = Type.getDescriptor(Advice.OnMethodEnter.class);
  private static final String EXIT = Type.getDescriptor(Advice.OnMethodExit.class);
  private static final Type NON_DEFAULT = Type.getType(Advice.OnNonDefaultValue.class);
  private static final String BRIDGE = "dev/weir/bridge/";

  private final String name;
  private final List<String> unsuppressed = new ArrayList<>();
  private final List<String> failingClosed = new ArrayList<>();
  private final List<String> unsaved = new ArrayList<>();
  private final List<String> dynamic = new ArrayList<>();
  private final List<String> invisible = new ArrayList<>();
  private final List<String> weirLocals = new ArrayList<>();
  private final List<String> bridgeBypassed = new ArrayList<>();
  private boolean isAdvice;

  private AdviceClass(ClassReader reader) {
    this.name = reader.getClassName().replace('/', '.');
    reader.accept(new Members(), ClassReader.EXPAND_FRAMES);
  }

  static AdviceClass read(Path file) {
    try {
      return new AdviceClass(OpenedClassReader.of(Files.readAllBytes(file)));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  boolean isAdvice() {
    return isAdvice;
  }

  String name() {
    return name;
  }

  List<String> unsuppressed() {
    return unsuppressed;
  }

  List<String> failingClosed() {
    return failingClosed;
  }

  List<String> unsaved() {
    return unsaved;
  }

  List<String> dynamic() {
    return dynamic;
  }

  List<String> invisible() {
    return invisible;
  }

  List<String> weirLocals() {
    return weirLocals;
  }

  List<String> bridgeBypassed() {
    return bridgeBypassed;
  }

  @Override
  public String toString() {
    return name;
  }

  private static boolean isWeir(String internalName) {
    return internalName.startsWith("dev/weir/");
  }

  private static boolean isVisible(String internalName) {
    return !internalName.startsWith("net/bytebuddy/")
        && !internalName.startsWith("org/jspecify/")
        && (!isWeir(internalName) || internalName.startsWith(BRIDGE));
  }

  private final class Members extends ClassVisitor {

    Members() {
      super(OpenedClassReader.ASM_API);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String method,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      return new Code(method, Type.getMethodType(descriptor));
    }
  }

  /** Records of a method that is advice; of others nothing: they are never copied. */
  private final class Code extends MethodVisitor {

    private final String method;
    private final Type type;
    private boolean copied;
    private int line;

    Code(String method, Type type) {
      super(OpenedClassReader.ASM_API);
      this.method = method;
      this.type = type;
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      if (!descriptor.equals(ENTER) && !descriptor.equals(EXIT)) {
        return null;
      }
      isAdvice = true;
      copied = true;
      for (Type parameter : type.getArgumentTypes()) {
        local("a parameter", parameter.getInternalName());
      }
      return new Settings(method);
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
    }

    @Override
    public void visitTypeInsn(int opcode, String internalName) {
      see(internalName);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
      see(owner);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String called, String descriptor, boolean isInterface) {
      see(owner);
      if (owner.startsWith(BRIDGE)
          && !(opcode == Opcodes.INVOKESTATIC && owner.equals(BRIDGE + "Bridge"))) {
        add(bridgeBypassed, owner.substring(BRIDGE.length()) + '.' + called);
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String called, String descriptor, Handle bootstrap, Object... arguments) {
      add(dynamic, bootstrap.getOwner() + '.' + bootstrap.getName());
    }

    @Override
    public void visitLdcInsn(Object value) {
      if (value instanceof Type constant && constant.getSort() == Type.OBJECT) {
        see(constant.getInternalName());
      }
    }

    @Override
    public void visitTryCatchBlock(Label from, Label to, Label handler, @Nullable String caught) {
      if (caught != null) {
        see(caught);
      }
    }

    @Override
    public void visitFrame(int kind, int locals, Object[] local, int stacked, Object[] stack) {
      for (int at = 0; at < locals; at++) {
        if (local[at] instanceof String internalName) {
          local("a frame", internalName);
        }
      }
      for (int at = 0; at < stacked; at++) {
        if (stack[at] instanceof String internalName) {
          local("a frame", internalName);
        }
      }
    }

    @Override
    public void visitLocalVariable(
        String variable,
        String descriptor,
        @Nullable String signature,
        Label start,
        Label end,
        int index) {
      local(variable, Type.getType(descriptor).getInternalName());
    }

    private void see(String internalName) {
      if (!isVisible(internalName)) {
        add(invisible, internalName.replace('/', '.'));
      }
    }

    private void local(String what, String internalName) {
      if (isWeir(internalName)) {
        add(weirLocals, what + " of type " + internalName.replace('/', '.'));
      }
    }

    private void add(List<String> faults, String fault) {
      if (copied) {
        faults.add(method + " (line " + line + "): " + fault);
      }
    }
  }

  /** The values of {@code @OnMethodEnter} or {@code @OnMethodExit}. */
  private final class Settings extends AnnotationVisitor {

    private final String method;
    private @Nullable Type suppress;
    private @Nullable Type skipOn;

    Settings(String method) {
      super(OpenedClassReader.ASM_API);
      this.method = method;
    }

    @Override
    public void visit(String key, Object value) {
      if (key.equals("suppress")) {
        suppress = (Type) value;
      } else if (key.equals("skipOn")) {
        skipOn = (Type) value;
      } else if (key.equals("backupArguments") && value.equals(false)) {
        unsaved.add(method);
      }
    }

    @Override
    public void visitEnd() {
      if (!Type.getType(Throwable.class).equals(suppress)) {
        unsuppressed.add(method);
      }
      if (skipOn != null && !skipOn.equals(NON_DEFAULT)) {
        failingClosed.add(method + " skips on " + skipOn.getClassName());
      }
    }
  }
}
