package dev.weir.instrument.servlet;

import dev.weir.bridge.Bridge;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Guards one request at the outermost servlet or filter it comes to. An attribute keeps all that
 * are further in out of it: nested filters, forwards, includes, error and asynchronous dispatches.
 * It also says which request the thread of such a dispatch serves.
 *
 * <p>Longer than advice should be: all of it uses the library's types, which nothing outside the
 * advised class can see.
 */
final class JakartaRequestAdvice {

  /** A constant of the compiler's, so that the inlined code holds the text. */
  private static final String SEEN = "dev.weir.seen";

  private JakartaRequestAdvice() {}

  /**
   * Reads what the container has parsed already: never a parameter, which could read the body.
   *
   * @return what a refused request gets; null runs the body
   */
  @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
  static @Nullable Object enter(
      @Advice.Argument(0) ServletRequest request,
      @Advice.Argument(1) ServletResponse response,
      @Advice.Local("token") @Nullable Object token,
      @Advice.Local("before") @Nullable Object before,
      @Advice.Local("start") long start) {
    if (!(request instanceof HttpServletRequest http)
        || !(response instanceof HttpServletResponse)) {
      return null;
    }
    try {
      Object seen = request.getAttribute(SEEN);
      if (seen != null) {
        before = Bridge.serve(seen); // An asynchronous dispatch comes on another thread.
        return null;
      }
      request.setAttribute(SEEN, SEEN);
      String method = http.getMethod();
      // The application's own: the request's is as the client wrote it, e.g. /%73hop.
      String context = http.getServletContext().getContextPath();
      String path = http.getServletPath();
      String info = http.getPathInfo();
      boolean preflight =
          "OPTIONS".equals(method)
              && http.getHeader("Origin") != null
              && http.getHeader("Access-Control-Request-Method") != null;
      Object chain = Bridge.web(method, context, path, info, preflight);
      Object answer = null;
      if (chain != null) {
        start = System.nanoTime();
        token = Bridge.enter(chain, start, request);
        answer = Bridge.answerWeb(token, method, context, path, info);
      }
      if (answer == null) {
        Object serving = Bridge.serving(method, context, path, info, request);
        if (serving != null) {
          request.setAttribute(SEEN, serving);
          before = Bridge.serve(serving);
        }
      }
      return answer;
    } catch (Throwable failure) {
      Bridge.failed(failure);
      return null;
    }
  }

  /** Writes the answer of a refused request; ends an admitted one, or leaves it to a listener. */
  @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
  static void exit(
      @Advice.Argument(0) ServletRequest request,
      @Advice.Argument(1) ServletResponse response,
      @Advice.Enter @Nullable Object answer,
      @Advice.Thrown @Nullable Throwable thrown,
      @Advice.Local("token") @Nullable Object token,
      @Advice.Local("before") @Nullable Object before,
      @Advice.Local("start") long start) {
    Bridge.served(before);
    if (token == null) {
      return;
    }
    Object call = null;
    int status = 0;
    try {
      if (answer != null) {
        if (response.isCommitted()) {
          return;
        }
        // No reset: nothing of the application has run, and what the container set is to stay.
        HttpServletResponse http = (HttpServletResponse) response;
        http.setStatus(Bridge.status(answer));
        String[] headers = Bridge.headers(answer);
        for (int at = 0; at < headers.length; at += 2) {
          http.setHeader(headers[at], headers[at + 1]);
        }
        byte[] body = Bridge.body(answer);
        boolean head = "HEAD".equals(((HttpServletRequest) request).getMethod());
        ServletOutputStream out = null;
        try {
          out = http.getOutputStream();
        } catch (IllegalStateException taken) {
          // Something further out writes characters.
          if (!head) {
            http.getWriter().write(new String(body, StandardCharsets.UTF_8));
          }
        }
        if (out != null) {
          http.setContentLength(body.length);
          if (!head) {
            out.write(body);
          }
        }
        return;
      }
      // Not if it threw: Tomcat never completes such a request.
      if (thrown == null && request.isAsyncStarted()) {
        call = Bridge.async(token, start);
        Object listener = Bridge.asyncListener(call, AsyncListener.class);
        if (listener != null) {
          request.getAsyncContext().addListener((AsyncListener) listener, request, response);
          return;
        }
      }
      if (thrown == null) {
        status = ((HttpServletResponse) response).getStatus();
      }
    } catch (IOException gone) {
      return; // The client went away while it was told that it is refused: no failure of anyone's.
    } catch (Throwable failure) {
      Bridge.failed(failure);
    }
    if (call != null) {
      Bridge.end(call, thrown, status);
    } else {
      Bridge.exit(token, start, thrown, status);
    }
  }
}
