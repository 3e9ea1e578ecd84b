#!/bin/sh
echo c
