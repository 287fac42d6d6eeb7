package com.acme.app;

/** Found by its annotation. */
@Service
public class AuditService {

  public String record(String what) {
    Hits.count("record");
    return "recorded " + what + internal();
  }

  /** Not public: {@code @Service#*} does not name it. */
  String internal() {
    Hits.count("internal");
    return "";
  }
}
