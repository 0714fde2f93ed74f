/* The transactions that one post makes, made directly in SQLite: what a durably stored change
 * costs by itself. Usage: direct FILE SECONDS; prints the number of commits a second. */
#define _GNU_SOURCE
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static sqlite3 *database;

static void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "direct: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v2(database, sql, -1, &statement, NULL));
    return statement;
}

static void run(sqlite3_stmt *statement) {
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

int main(int count, char **arguments) {
    if (count != 3) return 64;
    check(sqlite3_open(arguments[1], &database));
    check(sqlite3_exec(
        database,
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE panel_schema(key TEXT PRIMARY KEY, digest TEXT) STRICT;"
        "CREATE TABLE setting(item_key TEXT PRIMARY KEY, value TEXT, revision INTEGER) STRICT;"
        "CREATE TABLE revision(number INTEGER PRIMARY KEY, time TEXT, origin TEXT, actor TEXT,"
        " note TEXT) STRICT;"
        "CREATE TABLE change(revision INTEGER, item_key TEXT, old TEXT, new TEXT,"
        " PRIMARY KEY(revision, item_key)) STRICT, WITHOUT ROWID;"
        "CREATE INDEX change_by_item ON change(item_key, revision);"
        "INSERT INTO panel_schema VALUES ('bench', 'd')",
        NULL, NULL, NULL));
    sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE"), *commit = prepared("COMMIT");
    sqlite3_stmt *state = prepared(
        "SELECT digest, (SELECT coalesce(max(number), 0) FROM revision) FROM panel_schema");
    sqlite3_stmt *revision = prepared(
        "INSERT INTO revision(number, time, origin) VALUES (?1, '2026-11-20T07:30:00.000Z',"
        " 'script')");
    sqlite3_stmt *change = prepared("INSERT INTO change VALUES (?1, 'text_0', ?2, ?3)");
    sqlite3_stmt *setting = prepared(
        "INSERT INTO setting VALUES ('text_0', ?2, ?1) ON CONFLICT(item_key)"
        " DO UPDATE SET value = excluded.value, revision = excluded.revision");
    double start = now(), length = atof(arguments[2]);
    int number = 0;
    char old[32] = "\"\"", new[32];
    while (now() - start < length) {
        number += 1;
        snprintf(new, sizeof new, "\"%d\"", number);
        run(begin);
        check(sqlite3_step(state));
        check(sqlite3_reset(state));
        sqlite3_bind_int(revision, 1, number);
        run(revision);
        sqlite3_bind_int(change, 1, number);
        sqlite3_bind_text(change, 2, old, -1, SQLITE_TRANSIENT);
        sqlite3_bind_text(change, 3, new, -1, SQLITE_TRANSIENT);
        run(change);
        sqlite3_bind_int(setting, 1, number);
        sqlite3_bind_text(setting, 2, new, -1, SQLITE_TRANSIENT);
        run(setting);
        run(commit);
        snprintf(old, sizeof old, "%s", new);
    }
    printf("%.0f\n", number / (now() - start));
    return 0;
}
