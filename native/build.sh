#!/bin/sh
# Builds the helper as one static binary into the resources of this module: build.sh OUTPUT-FOLDER
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
mkdir -p "$1"
