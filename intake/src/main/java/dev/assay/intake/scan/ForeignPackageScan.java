package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import java.util.List;
import java.util.Locale;

/// Finds commands that install packages from places other than the usual indexes and forges. Every
/// address of a command is checked, so that a known address does not excuse the others.
final class ForeignPackageScan {
  private static final Regex INSTALL =
      new Regex(
          "(?i)(?:\\b(?:(?:pip3?\\s+install|uv\\s+(?:pip\\s+install|add|tool\\s+install)|pipx\\s+install|npm\\s+(?:i|install|add)|pnpm\\s+(?:add|install)|yarn\\s+add)\\b|poetry\\s+source\\s+add|gem\\s+(?:install|sources)|bundle\\s+config|cargo\\s+install|(?:pip3?|npm|pnpm|yarn|bun|poetry|uv|conda|composer|dotnet\\s+nuget)\\s+(?:config|add\\s+source)|(?:PIP_(?:EXTRA_)?INDEX_URL|UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?|NPM_CONFIG_REGISTRY|YARN_NPM_REGISTRY_SERVER|GOPROXY)\\s*=)|^\\s*(?:--)?(?:extra-)?index-url\\b|^\\s*@?[a-z0-9:-]*registry\\s*=)([^\\n"
              + "#`,|]*)");
  private static final Regex ADDRESS =
      new Regex(
          "(?i)(?:git\\+)?(?:https?|ssh|git)://(?:[^@\\s/]+@)?([a-z0-9.-]+\\.[a-z]{2,})(?:[:/\\s\"'`]|$)");

  /// An index for the packages of one scope.
  private static final Regex SCOPE = new Regex("^\\s*@([a-zA-Z0-9-]+):registry\\s*=");

  /// Public indexes, forges, and publishers of large builds.
  private static final List<String> KNOWN =
      List.of(
          "pypi.org",
          "pypi.python.org",
          "pythonhosted.org",
          "npmjs.org",
          "npmjs.com",
          "yarnpkg.com",
          "npmmirror.com",
          "github.com",
          "githubusercontent.com",
          "gitlab.com",
          "bitbucket.org",
          "codeberg.org",
          "sr.ht",
          "gitee.com",
          "huggingface.co",
          "pytorch.org",
          "pyg.org",
          "nvidia.com",
          "googleapis.com",
          "pkg.dev",
          "azure.com",
          "visualstudio.com",
          "amazonaws.com",
          "intel.com",
          "anaconda.org",
          "anaconda.com",
          "tuna.tsinghua.edu.cn",
          "aliyun.com",
          "tencent.com",
          "ustc.edu.cn",
          "example.com",
          "example.org",
          "fury.io",
          "cloudsmith.io",
          "jfrog.io",
          "rapids.ai",
          "douban.com",
          "rubygems.org",
          "golang.org",
          "goproxy.cn",
          "goproxy.io",
          "nuget.org",
          "packagist.org",
          "crates.io",
          "conda.io",
          "jsr.io",
          "huaweicloud.com",
          "microsoft.com");

  private ForeignPackageScan() {}

  static void look(View view, FindingList findings) {
    SourceText shown = view.shown();
    if (!shown.text().contains("://")) {
      return;
    }
    for (int line = 1; line <= shown.lines(); line++) {
      String text = shown.line(line);
      if (text.contains("://") && isForeign(text)) {
        findings.add(
            ScanRule.FOREIGN_PACKAGE.at(
                view.source().path(),
                view.lineOf().applyAsInt(line),
                "A package is to be installed from an address that is no public index.",
                SecretScan.mask(text)));
        return;
      }
    }
  }

  private static boolean isForeign(String line) {
    if (!INSTALL.mayFind(line)) {
      return false;
    }
    Matcher install = INSTALL.matcher(line);
    if (!install.find()) {
      return false;
    }
    Matcher scope = SCOPE.matcher(line);
    String owner = scope.find() ? scope.group(1).toLowerCase(Locale.ROOT) : "";
    Matcher address = ADDRESS.matcher(install.group(1));
    while (address.find()) {
      String host = address.group(1).toLowerCase(Locale.ROOT);
      if (!owner.isEmpty() && List.of(host.split("\\.", -1)).contains(owner)) {
        continue; // a company's own packages come from its own index
      }
      if (KNOWN.stream().noneMatch(known -> host.equals(known) || host.endsWith("." + known))) {
        return true;
      }
    }
    return false;
  }
}
