#!/bin/sh
read -r -p "Continue? " answer
