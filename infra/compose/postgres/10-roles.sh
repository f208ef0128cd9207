#!/bin/sh
# Runs once, when the database's volume is empty. Neither role is a superuser, so row-level security holds for both.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname template1 --command 'CREATE EXTENSION vector'
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  -v countersign="$COUNTERSIGN_DB_PASSWORD" -v temporal="$TEMPORAL_DB_PASSWORD" <<'SQL'
CREATE ROLE countersign LOGIN CREATEDB CREATEROLE PASSWORD :'countersign';
CREATE DATABASE countersign OWNER countersign TEMPLATE template1;
CREATE ROLE temporal LOGIN CREATEDB PASSWORD :'temporal';
SQL
