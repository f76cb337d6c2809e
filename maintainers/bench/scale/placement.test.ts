import { describe, expect, test } from "vitest";
import { type Plan, placementOf } from "./placement.ts";

const keys = { user: "id", session: "user_id" };

const scan = (table: string, condition?: string): Plan => ({
  "Node Type": "Index Scan",
  "Relation Name": table,
  Alias: table,
  "Index Cond": condition,
});

const join = (condition: string | undefined, ...Plans: Plan[]): Plan => ({
  "Node Type": "Hash Join",
  "Hash Cond": condition,
  Plans,
});

const write = (Operation: string, table: string, ...Plans: Plan[]): Plan => ({
  "Node Type": "ModifyTable",
  Operation,
  "Relation Name": table,
  Alias: table,
  Plans,
});

describe("where Citus executes a statement", () => {
  test.each<[string, Plan, string]>([
    ["of a table that is on every node", scan("genre", "(genre.id = $1)"), "any node"],
    ["with a known key", scan("user", '("user".id = $1)'), "one node"],
    ["with another condition", scan("user", '("user".email = $1)'), "all nodes: user.id is unknown"],
    ["with one key or another", scan("user", '(("user".id = $1) OR $2)'), "all nodes: user.id is unknown"],
    [
      "of two tables with one known key",
      join('(session.user_id = "user".id)', scan("user", '("user".id = $1)'), scan("session")),
      "one node",
    ],
    [
      "of two tables that are joined by their keys",
      join('(session.user_id = "user".id)', scan("user"), scan("session", "(session.token = $1)")),
      "all nodes: user.id, session.user_id is unknown",
    ],
    [
      "of two tables that are joined by something else",
      join('(session.token = "user".email)', scan("user"), scan("session")),
      "all nodes, in steps: user.id, session.user_id",
    ],
    ["that adds a row", write("Insert", "session", { "Node Type": "Result" }), "one node"],
    [
      "that changes a table on every node",
      write("Update", "genre", scan("genre", "(genre.id = $1)")),
      "all nodes, which all keep the row",
    ],
    [
      "that deletes by another condition",
      write("Delete", "session", scan("session", "(session.token = $1)")),
      "all nodes: session.user_id is unknown",
    ],
  ])("a statement %s", (_, plan, expected) => {
    expect(placementOf(plan, keys)).toBe(expected);
  });
});
