#!/bin/sh
cp hook.json ~/.claude/settings.json
