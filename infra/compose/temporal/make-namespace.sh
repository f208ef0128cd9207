#!/bin/sh
# Makes the namespace with a retention that outlives a slow review's aftermath. Safe to repeat.
set -eu
temporal operator namespace describe --namespace default >/dev/null 2>&1 ||
  temporal operator namespace create --namespace default --retention 30d
