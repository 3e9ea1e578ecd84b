package dev.assay.toolbus;

import org.springframework.jdbc.core.simple.JdbcClient;

/// The row of a project, for tests without the tool service.
record TestProject(JdbcClient jdbc, String id) {
  void create() {
    jdbc.sql("insert into project (id, title, created_by, created_at) values (?, ?, 'me', now())")
        .params(id, id)
        .update();
  }
}
