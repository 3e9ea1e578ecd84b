package dev.assay.database;

import dev.assay.skill.Secret;

/// How to reach a PostgreSQL database.
public record DatabaseAddress(String url, String user, Secret password) {}
