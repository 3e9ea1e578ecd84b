package dev.assay.intake.document;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// Reads one YAML 1.2 document with the failsafe schema. It works on the parser's events, so that
/// neither depth nor aliases can exhaust the stack or the heap.
public final class YamlReader {
  private static final int MAX_CHARACTERS = 256 * 1024;

  private final int firstLine;
  private final NodeBuilder bounds = new NodeBuilder();
  private final Map<Anchor, Node> anchors = new HashMap<>();
  private final Iterator<Event> events;

  private YamlReader(Iterator<Event> events, int firstLine) {
    this.events = events;
    this.firstLine = firstLine;
  }

  /// @param firstLine the number of the text's first line in its file
  /// @return the document; empty when the text holds nothing but comments
  public static Optional<Node> read(String text, int firstLine) throws MalformedDocument {
    LoadSettings settings =
        LoadSettings.builder()
            .setSchema(new FailsafeSchema())
            .setCodePointLimit(MAX_CHARACTERS)
            .setUseMarks(true)
            .build();
    try {
      Iterator<Event> events = new Parse(settings).parseString(text).iterator();
      return new YamlReader(events, firstLine).document();
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(Mark::getLine).orElse(0) + firstLine;
      throw new MalformedDocument(line, e.getProblem());
    } catch (ReaderException e) {
      throw new MalformedDocument(
          lineOf(e.getCodePoint(), text) + firstLine,
          "the character U+%04X is not allowed".formatted(e.getCodePoint()));
    } catch (YamlEngineException | IndexOutOfBoundsException | ArithmeticException e) {
      throw new MalformedDocument(firstLine, String.valueOf(e.getMessage()));
    }
  }

  /// Returns the number of lines before the first occurrence of a character.
  private static int lineOf(int character, String text) {
    int at = Math.max(0, text.indexOf(character));
    return (int) text.substring(0, at).chars().filter(each -> each == '\n').count();
  }

  private Optional<Node> document() throws MalformedDocument {
    Optional<Node> root = Optional.empty();
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case StreamStart, StreamEnd, DocumentStart, DocumentEnd, Comment -> {}
        default -> {
          if (root.isPresent()) {
            throw new MalformedDocument(line(event), "there is a second document");
          }
          root = Optional.of(node(event, 1));
        }
      }
    }
    return root;
  }

  private Node node(Event event, int depth) throws MalformedDocument {
    int line = line(event);
    bounds.count(line, 1);
    NodeBuilder.depth(line, depth);
    Node node =
        switch (event) {
          case AliasEvent alias -> alias(alias, line);
          case ScalarEvent scalar -> scalar(scalar, line);
          case SequenceStartEvent sequence -> {
            plainTag(sequence.getTag(), line);
            yield items(line, depth);
          }
          case MappingStartEvent mapping -> {
            plainTag(mapping.getTag(), line);
            yield fields(line, depth);
          }
          default -> throw new MalformedDocument(line, "unexpected " + event.getEventId());
        };
    if (event instanceof NodeEvent named && !(event instanceof AliasEvent)) {
      named.getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
    }
    return node;
  }

  private Node alias(AliasEvent alias, int line) throws MalformedDocument {
    Node target = anchors.get(alias.getAlias());
    if (target == null) {
      throw new MalformedDocument(line, "the alias *" + alias.getAlias() + " has no anchor before");
    }
    bounds.count(line, NodeBuilder.weight(target));
    return target;
  }

  private static Node scalar(ScalarEvent scalar, int line) throws MalformedDocument {
    plainTag(scalar.getTag(), line);
    ScalarStyle written = scalar.getScalarStyle();
    Node.Style style =
        switch (written) {
          case LITERAL, FOLDED -> Node.Style.BLOCK;
          case DOUBLE_QUOTED, SINGLE_QUOTED -> Node.Style.QUOTED;
          default -> Node.Style.PLAIN;
        };
    return new Node.Text(scalar.getValue(), style, line);
  }

  private Node items(int line, int depth) throws MalformedDocument {
    List<Node> items = new ArrayList<>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.SequenceEnd;
        event = events.next()) {
      items.add(node(event, depth + 1));
    }
    return new Node.Items(items, line);
  }

  private Node fields(int line, int depth) throws MalformedDocument {
    NodeBuilder.FieldsBuilder fields = new NodeBuilder.FieldsBuilder(line);
    for (Event event = events.next();
        event.getEventId() != Event.ID.MappingEnd;
        event = events.next()) {
      int keyLine = line(event);
      if (!(node(event, depth + 1) instanceof Node.Text key)) {
        throw new MalformedDocument(keyLine, "a key must be text");
      }
      fields.put(key.text(), keyLine, node(events.next(), depth + 1));
    }
    return fields.build();
  }

  private static void plainTag(Optional<String> tag, int line) throws MalformedDocument {
    if (tag.filter(name -> !name.equals("!") && !name.startsWith("tag:yaml.org,2002:"))
        .isPresent()) {
      throw new MalformedDocument(line, "the tag " + tag.get() + " is not allowed");
    }
  }

  private int line(Event event) {
    return event.getStartMark().map(Mark::getLine).orElse(0) + firstLine;
  }
}
