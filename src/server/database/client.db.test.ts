import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { withCurrentRequest } from "#server/current-request.ts";
import { clientWith } from "./client.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a slow statement is logged by its name, or else by its text, without values", async () => {
  const warn = vi.fn();
  const client = new (clientWith({ hasNames: true, log: { warn }, slowMs: 50 }))(database.connection);
  await client.connect();
  await client.query("SELECT 1");
  await client.query({ name: "wait", text: "SELECT pg_sleep($1)", values: [0.06] });
  await client.query("SELECT pg_sleep($1),\n  $2::text", [0.06, "secret"]);
  await new Promise<void>((resolve) => {
    client.query("SELECT pg_sleep(0.07)", () => resolve());
  });
  await client.end();
  expect(warn.mock.calls.map(([{ statement }]) => statement as string)).toEqual([
    "wait",
    "SELECT pg_sleep($1), $2::text",
    "SELECT pg_sleep(0.07)",
  ]);
  expect(JSON.stringify(warn.mock.calls)).not.toContain("secret");
});

test("a slow statement's line has the request, the operation, PostgreSQL's process and the error, also of one that fails", async () => {
  const warn = vi.fn();
  const onError = vi.fn();
  const Client = clientWith({ hasNames: true, log: { warn }, onError, slowMs: 50 });
  const client = new Client(database.connection);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  await withCurrentRequest({ id: "r1", operation: "books.list" }, () =>
    client.query("SELECT pg_sleep(0.06)"),
  );
  await client.query("SET statement_timeout = 70");
  await client.query("SELECT pg_sleep(60)").catch(() => undefined);
  await client.end();
  const backend = rows[0]?.pid;
  expect(warn.mock.calls.map(([fields]) => fields as object)).toMatchObject([
    { id: "r1", operation: "books.list", backend },
    { backend, code: "57014" },
  ]);
  expect(warn.mock.calls[1]?.[0]).not.toHaveProperty("id");
  expect(onError).toHaveBeenCalledOnce();
});
