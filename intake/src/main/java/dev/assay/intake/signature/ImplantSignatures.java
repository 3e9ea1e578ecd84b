package dev.assay.intake.signature;

import java.util.List;

/// Code that occurs only in programs against their user: remote shells, key loggers, miners,
/// evasion of analysis, and the removal of traces.
final class ImplantSignatures {
  private static final String TALK =
      "\\b(?:detect\\w*|malicious|suspicious|red\\s+flags?|e\\.g\\.|for\\s+example|such\\s+as|patterns?|indicators?|yara|sigma|never|avoid|do\\s+not|don't)\\b|❌|^\\s*[-*>|]\\s*[\"“`]|\\bre\\.compile|\\(\\s*r[\"']|^\\s*r[\"']";

  static final List<Signature> ALL =
      List.of(
          Signature.about(
                  ScanRule.REVERSE_SHELL,
                  "A shell is connected to another machine.",
                  "fileno",
                  "pty.spawn",
                  "tcpclient",
                  "mkfifo",
                  "fsockopen",
                  "perl",
                  "ruby",
                  "pipe")
              .unless(TALK)
              .pattern(
                  "\\bsubprocess\\.\\w+\\([^\\n]*(?:sh|cmd|powershell)[^\\n"
                      + "]*\\bstdin\\s*=\\s*\\w+(?:\\.fileno\\(\\))?[^\\n"
                      + "]*\\bstdout\\s*=\\s*\\w+\\.fileno|\\bpty\\.spawn\\s*\\(\\s*\\[?[\"'][^\"']*sh[\"']|\\bNew-Object\\b[^\\n"
                      + "]*\\bTCPClient\\b[^\\n]*[0-9]{2,5}|\\bmkfifo\\b[^\\n]*\\b(?:nc|ncat|openssl)\\b[^\\n"
                      + "]*sh\\b|\\bmkfifo\\b[^\\n]*\\bsh\\b[^\\n"
                      + "]*\\b(?:nc|ncat|openssl)\\b|\\bfsockopen\\s*\\([^\\n]*\\b(?:exec|proc_open|shell_exec)\\b|\\bperl\\b[^\\n"
                      + "]*\\buse\\s+Socket\\b[^\\n]*\\bexec\\b|\\bruby\\b[^\\n]*-rsocket\\b[^\\n]*\\bexec\\b|\\b(?:sh|bash|shell|cmd)\\.(?:stdin|stdout)[^\\n"
                      + "]*\\bpipe\\b[^\\n]*(?:net|socket|client)",
                  "subprocess.call(['/bin/sh', '-i'], stdin=s.fileno(), stdout=s.fileno())",
                  "subprocess.run(['sh', 'build.sh'], stdout=log.fileno())"),
          Signature.about(
                  ScanRule.AGAINST_USER,
                  "The keys that the user presses are recorded.",
                  "pynput",
                  "keyboard.",
                  "keyboard",
                  "getasynckeystate",
                  "setwindowshookex",
                  "xinput",
                  "keylogger",
                  "iohook",
                  "/dev/input/event")
              .unless(TALK)
              .pattern(
                  "\\bpynput(?:\\.keyboard)?\\b[^\\n]*\\b(?:import|Listener)\\b[^\\n"
                      + "]*\\b(?:Listener|on_press)\\b|\\bkeyboard\\.(?:Listener|hook|on_press|record)\\s*\\([^\\n"
                      + "]*(?:on_press|callback|log|record)|\\bGetAsyncKeyState\\s*\\(|\\bSetWindowsHookEx[AW]?\\s*\\(\\s*(?:13|WH_KEYBOARD)|\\bxinput\\s+test\\b|\\b(?:start|install|run|launch)_?keylogger\\b|\\bopen\\(\\s*[\"']/dev/input/event",
                  "listener = pynput.keyboard.Listener(on_press=on_press)",
                  "The keyboard. Press a key to go on."),
          Signature.about(
                  ScanRule.AGAINST_USER,
                  "The machine is to mine money for somebody.",
                  "xmrig",
                  "stratum+",
                  "minerd",
                  "coinhive",
                  "cpuminer")
              .unless(TALK)
              .pattern(
                  "\\bstratum\\+(?:tcp|ssl)://[a-z0-9.-]+|\\b(?:xmrig|minerd|cpuminer)\\b[^\\n"
                      + "]*(?:\\s-o\\s|\\s--url|\\s-u\\s|\\.tar\\.gz|releases/download)|\\bcoinhive\\.(?:min\\.js|Anonymous|User)|\\bgit\\s+clone\\b[^\\n"
                      + "]*\\bxmrig\\b",
                  "./xmrig -o pool.example.net:3333 -u 44AFF",
                  "The miner xmrig is named in the report."),
          Signature.about(
                  ScanRule.OBFUSCATION,
                  "The code looks whether somebody watches it, and then behaves.",
                  "tracerpid",
                  "gettrace",
                  "isdebuggerpresent",
                  "dockerenv",
                  "vmware",
                  "virtualbox",
                  "vbox",
                  "qemu",
                  "sandbox",
                  "_vm",
                  "_debug",
                  "_virtual",
                  "_analysis",
                  "procmon",
                  "x64dbg",
                  "\"xen",
                  "'xen",
                  "\"ida",
                  "'ida",
                  "wireshark")
              .unless(TALK + "|\\bpdb\\b|\\bIN_DOCKER\\b|\\bis_docker\\b")
              .pattern(
                  "\\bif\\b[^\\n]*(?:TracerPid|sys\\.gettrace\\(\\)|IsDebuggerPresent\\(\\))[^\\n"
                      + "]*(?:exit|return|quit|:\\s*$|\\{\\s*$)|[\"'](?:vmware|virtualbox|vbox|qemu|xen|wireshark|procmon|ida|x64dbg)[\"']\\s*,\\s*[\"'](?:vmware|virtualbox|vbox|qemu|xen|wireshark|procmon|sandbox|kvm|parallels|hyper-v|ida|x64dbg|cuckoo)[\"']|\\bif\\b[^\\n"
                      + "]*\\b(?:is_|in_|detect_|check_)(?:sandbox|sandboxed|vm|debugger|debugged|virtual_machine|analysis)\\w*\\(\\)",
                  "if sys.gettrace() is not None: sys.exit(0)",
                  "The image runs in VMware and VirtualBox."),
          Signature.about(
                  ScanRule.DESTRUCTION,
                  "Traces of what was done are wiped.",
                  "history",
                  "histfile",
                  "histsize",
                  "/var/log",
                  "wevtutil",
                  "clear-eventlog",
                  "_history",
                  "journalctl",
                  "auditctl")
              .unless(TALK + "|\\bgit\\b")
              .pattern(
                  "\\bhistory\\s+-c\\b|\\bunset\\s+HISTFILE\\b|\\bHISTFILE=/dev/null|\\bHISTSIZE=0\\b|(?:\\brm\\s+(?:-\\w+\\s+)*|>\\s*)(?:~|\\$HOME|/root)/\\.(?:bash|zsh)_history|\\b(?:rm\\s+-\\w+|shred\\s+\\S+|truncate\\s+-s\\s*0)\\s+/var/log/(?:\\*|auth|syslog|secure|wtmp|audit)|(?:^|[;&|]\\s*)>\\s*/var/log/(?:auth|syslog|secure|wtmp|audit)|\\bwevtutil\\s+cl\\b|\\bClear-EventLog\\b|\\bauditctl\\s+-e\\s*0\\b",
                  "history -c && unset HISTFILE",
                  "Look into the history of the file."),
          Signature.about(
                  ScanRule.OBFUSCATION,
                  "What is called is put together at run time.",
                  "getattr",
                  "__import__",
                  "globals",
                  "vars()",
                  "locals",
                  "__builtins__",
                  "__subclasses__",
                  "child_",
                  "constructor")
              .unless(TALK)
              .pattern(
                  "\\bgetattr\\s*\\(\\s*(?:__import__\\s*\\(|os\\s*,|subprocess\\s*,|builtins\\s*,|sys\\.modules)[^\\n"
                      + "]*(?:[\"'](?:system|popen|exec|eval|call|run|Popen)[\"']|\\+|\\[::-1\\]|join|chr\\(|decode)|\\b__import__\\s*\\(\\s*(?:[\"'][a-z]*[\"']\\s*\\+|[\"'][^\"']*[\"']\\s*\\[::-1\\]|chr\\(|bytes|base64|codecs)|\\b__import__\\s*\\(\\s*[\"'](?:os|subprocess|pty|socket)[\"']\\s*\\)\\s*\\.(?:system|popen|spawn|call|run|Popen|socket)\\s*\\(|\\b(?:globals|vars|locals)\\(\\)\\s*\\[\\s*[\"']__builtins__[\"']|\\.__subclasses__\\(\\)\\s*\\[|\\brequire\\s*\\(\\s*[\"']child_[\"']\\s*\\+|\\brequire\\s*\\([\"']child_process[\"']\\)\\s*\\[|\\[[\"']constructor[\"']\\]\\s*\\(\\s*[\"'`]",
                  "getattr(__import__('os'), 'sys' + 'tem')('id')",
                  "value = getattr(row, name)"),
          Signature.about(
                  ScanRule.PERSISTENCE,
                  "The line arranges for something to be started later.",
                  "sitecustomize",
                  "usercustomize",
                  "pythonstartup",
                  "ld_preload",
                  "ld.so.preload",
                  "autostart",
                  "core.hookspath",
                  "runon",
                  "prompt_command",
                  "dyld_insert_libraries",
                  ".pth")
              .unless(
                  TALK
                      + "|\\blibasan\\b|\\bjemalloc\\b|\\btcmalloc\\b|\\bmimalloc\\b|\\blibtsan\\b")
              .pattern(
                  "(?:>>?\\s*|\\bopen\\s*\\(|\\bcp\\s+\\S+\\s+|\\bwrite\\w*\\s*\\()[^\\n"
                      + "]{0,80}\\b(?:sitecustomize|usercustomize)\\.py|\\b(?:>>?|tee)\\s*/etc/ld\\.so\\.preload|\\b(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES)=\\S*/(?:tmp|dev/shm|\\.)|(?:>>?\\s*|\\bopen\\s*\\(|\\bcp\\s+\\S+\\s+|\\bwrite\\w*\\s*\\()[^\\n"
                      + "]{0,60}\\.config/autostart/|\\bgit\\s+config\\s+--global\\s+core\\.hooksPath\\b|\"runOn\"\\s*:\\s*\"folderOpen\"|\\bPROMPT_COMMAND=[\"'][^\"'\\n"
                      + "]*(?:curl|wget|nc|base64|/tmp/)|(?:>>?\\s*|\\bopen\\s*\\()[^\\n]{0,80}site-packages[^\\n]{0,40}\\.pth\\b",
                  "cp hook.py /usr/lib/python3/sitecustomize.py",
                  "The module sitecustomize.py is imported at the start."),
          Signature.about(
                  ScanRule.OBFUSCATION,
                  "Machine code is put into memory and run.",
                  "virtualalloc",
                  "createremotethread",
                  "writeprocessmemory",
                  "shellcode",
                  "prot_exec",
                  "ntunmapviewofsection")
              .unless(TALK)
              .pattern(
                  "\\b(?:VirtualAlloc(?:Ex)?|CreateRemoteThread|WriteProcessMemory|NtUnmapViewOfSection)\\s*\\(|\\bPROT_EXEC\\b[^\\n"
                      + "]*\\bmmap\\b|\\bmmap\\b[^\\n]*\\bPROT_EXEC\\b|\\bshellcode\\s*=\\s*(?:b?[\"']|bytes|\\()",
                  "ctypes.windll.kernel32.VirtualAlloc(0, size, 0x3000, 0x40)",
                  "The call VirtualAlloc is explained below."));

  private ImplantSignatures() {}
}
