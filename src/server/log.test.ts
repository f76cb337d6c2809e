import { once } from "node:events";
import { spawn } from "node:child_process";
import { expect, test } from "vitest";

/** The output of a process that logs some fields. */
async function logged(fields: string): Promise<string> {
  const script = `
    import { createLog } from "./src/server/log.ts";
    createLog({ level: "info", pretty: false }).error(${fields}, "It happened");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk) => (text += String(chunk)));
  await once(child, "close");
  return text;
}

test("a line is JSON without secrets", async () => {
  const line = await logged('{ id: "r1", code: "482913", cookie: "session", token: "t0ken" }');
  expect(JSON.parse(line)).toMatchObject({ level: 50, id: "r1", msg: "It happened" });
  for (const secret of ["482913", "session", "t0ken"]) expect(line).not.toContain(secret);
});

test("a failed statement is logged with its cause, and without its parameters", async () => {
  const line = await logged(
    '{ err: new Error("Failed query: insert … params: someone@example.com", { cause: new Error("duplicate key") }) }',
  );
  expect(line).toContain("duplicate key");
  expect(line).not.toContain("someone@example.com");
});
