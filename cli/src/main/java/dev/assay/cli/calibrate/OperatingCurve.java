package dev.assay.cli.calibrate;

import java.util.Map;

/// Draws the chance to pass by score, with confidence intervals.
final class OperatingCurve {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 320;
  private static final int EDGE = 50;

  private OperatingCurve() {}

  static String svg(Map<String, Share> bands) {
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n"
            .formatted(WIDTH, HEIGHT));
    svg.append("<title>Chance to pass by mean score, with 95 % intervals</title>\n");
    svg.append("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>%n".formatted(WIDTH, HEIGHT));
    for (int percent = 0; percent <= 100; percent += 25) {
      svg.append(line(EDGE, y(percent / 100.0), WIDTH - 10, y(percent / 100.0), "#ddd"));
      svg.append(label(EDGE - 40, y(percent / 100.0) + 4, percent + " %"));
    }
    int index = 0;
    for (Map.Entry<String, Share> band : bands.entrySet()) {
      double x = EDGE + (index + .5) * (WIDTH - EDGE - 10) / bands.size();
      Share share = band.getValue();
      svg.append(line(x, y(share.low()), x, y(share.high()), "#555"));
      svg.append(
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#1f6feb\"/>%n"
              .formatted(x, y(share.value())));
      svg.append(label(x - 25, HEIGHT - 20, band.getKey()));
      index++;
    }
    return svg.append("</svg>\n").toString();
  }

  private static double y(double share) {
    return HEIGHT - EDGE - share * (HEIGHT - EDGE - 20);
  }

  private static String line(double x, double y, double toX, double toY, String colour) {
    return "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n"
        .formatted(x, y, toX, toY, colour);
  }

  private static String label(double x, double y, String text) {
    return "<text x=\"%.1f\" y=\"%.1f\">%s</text>%n".formatted(x, y, text);
  }
}
