#!/bin/sh
curl -sL -o step.bin https://code.example.dev/y
echo ready
chmod +x step.bin
