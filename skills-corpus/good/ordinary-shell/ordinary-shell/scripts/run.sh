#!/bin/sh
until (echo > /dev/tcp/localhost/5432) 2>/dev/null; do :; done
env LANG=C sort "$1"
