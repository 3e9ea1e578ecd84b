package dev.assay.toolservice;

/// The address of a service's port: on 127.0.0.1 of the machine that runs it, and no other.
///
/// @param host the name of that machine
public record PortAddress(int port, int hostPort, String host) {
  public String url() {
    return "http://127.0.0.1:" + hostPort;
  }
}
