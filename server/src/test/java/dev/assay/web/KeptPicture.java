package dev.assay.web;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/// A picture of a page in the form for the documents: with 256 colours, a third of the bytes.
final class KeptPicture {
  private static final int COLOURS = 256;

  private KeptPicture() {}

  static void write(Path screen, Path kept) throws IOException {
    BufferedImage full = ImageIO.read(screen.toFile());
    int width = full.getWidth();
    int[] points = full.getRGB(0, 0, width, full.getHeight(), null, 0, width);
    List<Integer> palette = palette(points);
    Map<Integer, Integer> nearest = new HashMap<>();
    BufferedImage small =
        new BufferedImage(width, full.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, model(palette));
    for (int i = 0; i < points.length; i++) {
      int colour = nearest.computeIfAbsent(points[i], point -> nearest(palette, point));
      small.getRaster().setSample(i % width, i / width, 0, colour);
    }
    ImageIO.write(small, "png", kept.toFile());
  }

  /// Returns the most frequent colours.
  private static List<Integer> palette(int[] points) {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int point : points) {
      counts.merge(point, 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .sorted(Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder()))
        .limit(COLOURS)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static IndexColorModel model(List<Integer> palette) {
    int[] colours = palette.stream().mapToInt(Integer::intValue).toArray();
    return new IndexColorModel(8, colours.length, colours, 0, false, -1, 0);
  }

  private static int nearest(List<Integer> palette, int point) {
    int best = 0;
    for (int i = 1; i < palette.size(); i++) {
      if (distance(palette.get(i), point) < distance(palette.get(best), point)) {
        best = i;
      }
    }
    return best;
  }

  private static int distance(int one, int other) {
    int sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int difference = (one >> shift & 0xff) - (other >> shift & 0xff);
      sum += difference * difference;
    }
    return sum;
  }
}
