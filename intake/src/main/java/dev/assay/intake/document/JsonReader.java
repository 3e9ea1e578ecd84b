package dev.assay.intake.document;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// Reads one JSON document.
public final class JsonReader {
  private static final JsonFactory JSON = new JsonFactory();

  private final NodeBuilder bounds = new NodeBuilder();
  private final JsonParser parser;
  private final int firstLine;

  private JsonReader(JsonParser parser, int firstLine) {
    this.parser = parser;
    this.firstLine = firstLine;
  }

  public static Node read(String text) throws MalformedDocument {
    return read(text, 1);
  }

  /// @param firstLine the number of the text's first line in its file
  public static Node read(String text, int firstLine) throws MalformedDocument {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      JsonReader reader = new JsonReader(parser, firstLine);
      if (parser.nextToken() == null) {
        throw new MalformedDocument(firstLine, "the file is empty");
      }
      Node root = reader.node(1);
      if (parser.nextToken() != null) {
        throw new MalformedDocument(reader.line(), "there is more after the end");
      }
      return root;
    } catch (JacksonIOException e) {
      throw new IllegalStateException("reading a text does no input or output", e);
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
      throw new MalformedDocument(line + firstLine - 1, firstSentence(e.getOriginalMessage()));
    }
  }

  private Node node(int depth) throws MalformedDocument {
    int line = line();
    bounds.count(line, 1);
    NodeBuilder.depth(line, depth);
    return switch (parser.currentToken()) {
      case START_OBJECT -> fields(line, depth);
      case START_ARRAY -> items(line, depth);
      case VALUE_STRING -> new Node.Text(parser.getString(), Node.Style.QUOTED, line);
      default -> new Node.Text(parser.getString(), Node.Style.LITERAL, line);
    };
  }

  private Node items(int line, int depth) throws MalformedDocument {
    List<Node> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(node(depth + 1));
    }
    return new Node.Items(items, line);
  }

  private Node fields(int line, int depth) throws MalformedDocument {
    NodeBuilder.FieldsBuilder fields = new NodeBuilder.FieldsBuilder(line);
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      int keyLine = line();
      parser.nextToken();
      fields.put(key, keyLine, node(depth + 1));
    }
    return fields.build();
  }

  private int line() {
    return Math.max(1, parser.currentTokenLocation().getLineNr()) + firstLine - 1;
  }

  private static String firstSentence(String message) {
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
