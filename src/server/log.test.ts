import { once } from "node:events";
import { spawn } from "node:child_process";
import { expect, test } from "vitest";

/** A process with a log. */
function start(statements: string) {
  const script = `
    import { createLog } from "./src/server/log.ts";
    const log = createLog({ level: "info", pretty: false });
    ${statements}`;
  return spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
}

/** The output of a process that logs. */
async function logged(statements: string): Promise<string> {
  const child = start(statements);
  let text = "";
  child.stdout.on("data", (chunk) => (text += String(chunk)));
  await once(child, "close");
  return text;
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

test.each([
  ["an error is written at once, with the lines before it", "error"],
  ["other lines are written soon", "info"],
])("%s, while the process works on", async (_, level) => {
  const child = start(`process.stdin.resume(); log.info("before"); log.${level}("last");`);
  const [text] = await once(child.stdout, "data");
  expect(String(text).split("\n")).toHaveLength(3);
  child.stdin.end();
  await once(child, "close");
});

test("no line is lost when the process exits", async () => {
  expect(await logged(`log.info("last"); process.exit(0);`)).toContain("last");
});
