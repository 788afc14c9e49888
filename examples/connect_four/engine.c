/* Connect Four over the protocol of conformance kits (templetop/conformance/PROTOCOL.md).

       cc -O2 -o connect_four examples/connect_four/engine.c
       templetop conform exec:./connect_four --game examples/connect_four

   With -DFAULT=1 it does not see lines that rise from left to right: a fault to be found. */

#include <stdio.h>
#include <string.h>

#define COLUMNS 7
#define ROWS 6
#ifdef FAULT
#define DIRECTIONS 3
#else
#define DIRECTIONS 4
#endif

typedef struct {
    char grid[ROWS][COLUMNS]; /* the lowest row first: '.', 'x' of seat 0, 'o' of seat 1 */
    int seat;                 /* who is to move, or has moved last */
    int winner;               /* -1: nobody */
    int is_over;
} Table;

static const int STEPS[4][2] = {{0, 1}, {1, 0}, {1, -1}, {1, 1}}; /* rows, columns */

static Table new_table(void) {
    Table table = {.winner = -1};
    memset(table.grid, '.', sizeof table.grid);
    return table;
}

static int is_open(const Table *table, int column) {
    return !table->is_over && table->grid[ROWS - 1][column] == '.';
}

static int is_in_line(const Table *table, int row, int column) {
    for (int way = 0; way < DIRECTIONS; way++) {
        int stones = 1;
        for (int side = -1; side <= 1; side += 2)
            for (int r = row, c = column;; stones++) {
                r += side * STEPS[way][0], c += side * STEPS[way][1];
                if (r < 0 || r >= ROWS || c < 0 || c >= COLUMNS) break;
                if (table->grid[r][c] != table->grid[row][column]) break;
            }
        if (stones >= 4) return 1;
    }
    return 0;
}

static void drop(Table *table, int column) {
    int row = 0, open = 0;
    while (table->grid[row][column] != '.') row++;
    table->grid[row][column] = "xo"[table->seat];
    if (is_in_line(table, row, column)) table->winner = table->seat;
    for (int other = 0; other < COLUMNS; other++) open += is_open(table, other);
    table->is_over = table->winner >= 0 || open == 0;
    if (!table->is_over) table->seat = 1 - table->seat;
}

static unsigned long long count(const Table *table, int depth) {
    unsigned long long ways = 0;
    for (int column = 0; column < COLUMNS; column++)
        if (is_open(table, column)) {
            Table next = *table;
            drop(&next, column);
            ways += depth > 1 ? count(&next, depth - 1) : 1;
        }
    return ways;
}

static int write_moves(const Table *table, char *text) {
    int moves = 0;
    *text = '\0';
    for (int column = 0; column < COLUMNS; column++)
        if (is_open(table, column)) text += sprintf(text, moves++ ? " %d" : "%d", column);
    return moves;
}

static void write_table(const Table *table, char *text) {
    text += sprintf(text, "Connect Four for 2 seats\t");
    for (int row = ROWS - 1; row >= 0; row--)
        text += sprintf(text, "%.*s\t", COLUMNS, table->grid[row]);
    sprintf(text, "seat %d", table->seat + 1);
}

static unsigned checksum(const char *text) {
    unsigned sum = 2166136261u;
    for (; *text; text++) sum = (sum ^ (unsigned char)*text) * 16777619u;
    return sum;
}

static void answer_position(const Table *table) {
    char moves[99], written[99];
    int how_many = write_moves(table, moves);
    write_table(table, written);
    printf(table->is_over ? "over" : "%d", table->seat);
    printf(" %d %08x %08x -", how_many, checksum(moves), checksum(written));
    if (table->is_over && table->winner < 0) printf(" 1,1");
    if (table->winner >= 0) printf(table->winner ? " 2,1" : " 1,2");
    puts("");
}

int main(void) {
    char line[999], text[99];
    int column, depth;
    Table table = new_table();
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (strcmp(line, "conform 1 connect_four 1\n") == 0) puts("ready");
        else if (strncmp(line, "new 2", 5) == 0) table = new_table(), answer_position(&table);
        else if (sscanf(line, "play %*d %d", &column) == 1) drop(&table, column), answer_position(&table);
        else if (sscanf(line, "count %d", &depth) == 1) printf("%llu\n", count(&table, depth));
        else if (strcmp(line, "moves\n") == 0) write_moves(&table, text), puts(text);
        else if (strcmp(line, "table\n") == 0) write_table(&table, text), puts(text);
        else puts("unknown");
    }
    return 0;
}
