package dev.assay.sandbox.agent;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// The one line to an agent. A reader thread hands frames to their channels and never waits for
/// anybody; that keeps the agent from waiting for us.
public final class AgentLink {
  private static final long END_MILLIS = 20_000;

  private final OutputStream out;
  private final Map<Integer, Channel> channels = new ConcurrentHashMap<>();
  private final Map<Character, BlockingQueue<String>> answers = new ConcurrentHashMap<>();
  private final AtomicInteger nextId = new AtomicInteger();
  private final ReentrantLock writing = new ReentrantLock();
  private final ReentrantLock asking = new ReentrantLock();
  private final Thread reader;
  private final Map<Integer, Consumer<Channel>> listeners = new ConcurrentHashMap<>();
  private volatile boolean lost;

  public AgentLink(String name, InputStream in, OutputStream out) {
    this.out = out;
    for (char kind : new char[] {'R', 'm', 'q', 'h', 'g', 'y'}) {
      answers.put(kind, new LinkedBlockingQueue<>());
    }
    this.reader =
        Thread.ofPlatform()
            .daemon()
            .name("sandbox-" + name)
            .stackSize(128 * 1024)
            .unstarted(() -> listen(new DataInputStream(new BufferedInputStream(in, 16 * 1024))));
    reader.start();
  }

  /// Waits for an answer that belongs to no channel: `R` ready, `m` metrics, `q` the attempt to get
  /// out, `h` halted, `g` going, `y` everybody is ended.
  public String await(char kind, long millis) {
    BlockingQueue<String> queue = answers.get(kind);
    if (queue == null) {
      throw new IllegalArgumentException("no such answer: " + kind);
    }
    try {
      String answer = queue.poll(millis, TimeUnit.MILLISECONDS);
      if (answer == null || answer.equals("!")) {
        throw new SandboxFailure(
            lost ? ErrorCode.SANDBOX_GONE : ErrorCode.SANDBOX_FAILED,
            lost ? "The sandbox is gone." : "The sandbox did not answer within " + millis + " ms.");
      }
      return answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted while waiting.", e);
    }
  }

  /// Asks and waits, one question at a time.
  public String ask(char question, char answer, byte[] payload, long millis) {
    asking.lock();
    try {
      send(0, question, payload);
      return await(answer, millis);
    } finally {
      asking.unlock();
    }
  }

  /// Ends every process inside but the agent, and waits until they are gone.
  public void endProcesses() {
    if (!ask('Y', 'y', new byte[0], END_MILLIS).isEmpty()) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "Processes in the sandbox could not be ended; destroy it.");
    }
  }

  public Channel open(char kind, byte[] payload) {
    Channel channel = new Channel(this, nextId.incrementAndGet());
    channels.put(channel.id(), channel);
    if (lost) {
      channel.lost();
    }
    send(channel.id(), kind, payload);
    return channel;
  }

  /// Asks the agent to listen on a port. Connections made there go to the handler, each on a thread
  /// of its own; whether it listens, it answers with `D` on the channel.
  public Channel listen(byte[] port, Consumer<Channel> handler) {
    Channel channel = new Channel(this, nextId.incrementAndGet());
    channels.put(channel.id(), channel);
    listeners.put(channel.id(), handler);
    send(channel.id(), 'L', port);
    return channel;
  }

  /// As [#open], with the end of the input in the same breath.
  public Channel openWithoutInput(char kind, byte[] payload) {
    Channel channel = new Channel(this, nextId.incrementAndGet());
    channels.put(channel.id(), channel);
    byte[] first = Frame.bytes(channel.id(), kind, payload);
    byte[] second = Frame.bytes(channel.id(), 'F', new byte[0]);
    write(ByteBuffer.allocate(first.length + second.length).put(first).put(second).array());
    return channel;
  }

  public void send(int channel, char kind, byte[] payload) {
    write(Frame.bytes(channel, kind, payload));
  }

  void sendNumber(int channel, char kind, int number) {
    if (!lost) {
      send(channel, kind, ByteBuffer.allocate(4).putInt(number).array());
    }
  }

  void forget(Channel channel) {
    channels.remove(channel.id());
    listeners.remove(channel.id());
  }

  private void write(byte[] bytes) {
    writing.lock();
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      throw new SandboxFailure(ErrorCode.SANDBOX_GONE, "The sandbox is gone.", e);
    } finally {
      writing.unlock();
    }
  }

  private void listen(DataInputStream in) {
    try (in) {
      while (true) {
        Frame frame = Frame.read(in);
        BlockingQueue<String> queue = answers.get(frame.kind());
        Channel channel = channels.get(frame.channel());
        if (frame.kind() == 'A') {
          accept(frame);
        } else if (frame.channel() == 0 && queue != null) {
          queue.add(new String(frame.payload(), StandardCharsets.UTF_8));
        } else if (channel != null) {
          channel.arrived(frame);
        }
      }
    } catch (IOException e) {
      lost = true; // the end of the stream is how a sandbox ends
      channels.values().forEach(Channel::lost);
      answers.values().forEach(queue -> queue.add("!"));
    }
  }

  private void accept(Frame frame) {
    Channel channel = new Channel(this, frame.channel());
    channels.put(channel.id(), channel);
    Consumer<Channel> handler = listeners.get(frame.number());
    if (handler != null) {
      Thread.ofVirtual().name("sandbox-connection").start(() -> handler.accept(channel));
    }
  }

  /// The end: the agent goes when its input ends, and everything inside with it.
  public void hangUp() {
    try {
      out.close();
    } catch (IOException e) {
      lost = true; // it was gone already
    }
  }
}
