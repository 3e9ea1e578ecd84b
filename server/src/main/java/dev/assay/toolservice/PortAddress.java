package dev.assay.toolservice;

/// Where a port of a service is reached: on 127.0.0.1 of the machine that runs it, nowhere else.
///
/// @param host the name of that machine
public record PortAddress(int port, int hostPort, String host) {
  public String url() {
    return "http://127.0.0.1:" + hostPort;
  }
}
