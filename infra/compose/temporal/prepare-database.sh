#!/bin/sh
# Makes Temporal's two databases, or brings them to the schema of this version. Safe to repeat.
set -eu
prepare() {
  temporal-sql-tool --db "$1" create || true
  temporal-sql-tool --db "$1" setup-schema -v 0.0 || true
  temporal-sql-tool --db "$1" update-schema -d "/etc/temporal/schema/postgresql/v12/$2/versioned"
}
prepare temporal temporal
prepare temporal_visibility visibility
