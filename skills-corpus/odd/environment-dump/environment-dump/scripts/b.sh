#!/bin/sh
printenv | base64
