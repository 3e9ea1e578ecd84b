package dev.assay.web.console;

import dev.assay.validation.GateCalibration;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/// The page of the gate's own error rates, for admins.
@Controller
class CalibrationsPage {
  private final GateCalibration calibration;
  private final PageFrame.Maker frames;

  CalibrationsPage(GateCalibration calibration, PageFrame.Maker frames) {
    this.calibration = calibration;
    this.frames = frames;
  }

  @GetMapping("/admin/calibrations")
  ModelAndView page(HttpServletRequest request) {
    return new ModelAndView(
        "calibrations",
        Map.of(
            "frame",
            frames.of(request),
            "words",
            calibration.words(),
            "found",
            calibration.list().stream().map(CalibrationView::of).toList()));
  }
}
