package com.acme.shop;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import org.jspecify.annotations.Nullable;

/** What the shop's servlets share: JSON out, and errors as statuses. */
abstract class JsonServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  /** Answers a GET with JSON; null means that there is nothing under this path. */
  abstract @Nullable String get(String argument) throws SQLException, InterruptedException;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      String json = get(argument(request));
      if (json == null) {
        write(response, 404, "{\"error\":\"not found\"}");
      } else {
        write(response, 200, json);
      }
    } catch (SQLException failure) {
      write(response, failure);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      write(response, 503, "{\"error\":\"stopping\"}");
    }
  }

  /** What follows the servlet's own path, without the slash: the id, sku or country. */
  private static String argument(HttpServletRequest request) {
    String path = request.getPathInfo();
    return path == null ? "" : path.substring(1);
  }

  static void write(HttpServletResponse response, SQLException failure) throws IOException {
    // A transient failure may go away when the client tries again; any other is a fault.
    int status = failure instanceof SQLTransientException ? 503 : 500;
    write(response, status, "{\"error\":\"database\",\"state\":\"" + failure.getSQLState() + "\"}");
  }

  static void write(HttpServletResponse response, int status, String json) throws IOException {
    response.setStatus(status);
    response.setContentType("application/json");
    response.setCharacterEncoding("UTF-8");
    response.getWriter().println(json);
  }
}
