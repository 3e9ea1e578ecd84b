package dev.assay.sandbox.agent;

import java.util.List;
import java.util.Map;

/// What a sandbox has of its own where the rest is the system that it is made on.
public final class HostTexts {
  public static final String HOST_NAME = "sandbox";

  /// Who a command is inside.
  public static final int UID = 1000;

  public static final String USER = "agent";
  public static final String HOME = "/home/agent";

  /// Folders of the system that are empty inside.
  public static final List<String> PRIVATE =
      List.of("var/log", "var/tmp", "var/spool", "var/mail", "var/backups", "var/cache", "etc/ssh");

  public static final String HOSTS =
      "127.0.0.1 localhost " + HOST_NAME + "\n::1 localhost ip6-localhost " + HOST_NAME + "\n";
  public static final String RESOLVER = "nameserver 10.0.2.3\noptions timeout:2 attempts:2\n";
  private static final String PASSWD =
      """
      root:x:0:0:root:/root:/bin/sh
      daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
      agent:x:1000:1000:agent:/home/agent:/bin/sh
      nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
      """;
  private static final String GROUPS =
      """
      root:x:0:
      daemon:x:1:
      agent:x:1000:
      nogroup:x:65534:
      """;

  /// Files in `/etc` that every sandbox gets anew.
  public static final Map<String, String> FILES =
      Map.of(
          "hosts", HOSTS,
          "hostname", HOST_NAME + "\n",
          "resolv.conf", RESOLVER,
          "passwd", PASSWD,
          "group", GROUPS);

  private HostTexts() {}
}
