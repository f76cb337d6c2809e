import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

/** The output of a process that logs. */
async function logged(statements: string): Promise<string> {
  const script = `
    import { createLog } from "./src/server/log.ts";
    const log = createLog({ level: "info" });
    ${statements}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script]);
  return await text(child.stdout);
}

test("a line is JSON without secrets", async () => {
  const line = await logged(
    `log.error({ id: "r1", code: "482913", cookie: "session", token: "t0ken" }, "It happened");`,
  );
  expect(JSON.parse(line)).toMatchObject({ level: 50, id: "r1", msg: "It happened" });
  for (const secret of ["482913", "session", "t0ken"]) expect(line).not.toContain(secret);
});

test("a failed statement is logged with its cause, and without its parameters", async () => {
  const line = await logged(
    `log.error({ err: new Error("Failed query: insert … params: someone@example.com", { cause: new Error("duplicate key") }) }, "It happened");`,
  );
  expect(line).toContain("duplicate key");
  expect(line).not.toContain("someone@example.com");
});

test("no line is lost when the process exits", async () => {
  expect(await logged(`log.info("last"); process.exit(0);`)).toContain("last");
});
