package dev.assay.database;

import dev.assay.skill.Secret;

/// The address and credentials of a PostgreSQL database.
public record DatabaseAddress(String url, String user, Secret password) {}
