import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectDir } from "../support/project.ts";

/** The source of a program that stops with these statements. */
function script(stopping: string): string {
  return `
    import { watchSignals, onStop } from ${JSON.stringify(join(projectDir, "scripts/bootstrap/signals.mjs"))};
    watchSignals();
    onStop(async () => { console.log("stopping"); ${stopping} });
    setInterval(() => {}, 1e6);
    console.log("up");`;
}

const node: [string, ...string[]] = [process.execPath, "--input-type=module", "-e"];

async function start(stopping: string, [command, ...args] = node) {
  const child = spawn(command, [...args, script(stopping)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, npm_lifecycle_event: "start" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (text) => (output += String(text)));
  const closed = once(child, "close").then(([code]) => ({ code: code as number, output }));
  await once(child.stdout, "data");
  const waitForOutput = async (text: string) => {
    while (!output.includes(text)) await once(child.stdout, "data");
  };
  return { child, closed, waitForOutput };
}

test("one Ctrl-C stops everything in order, even if several processes pass it on", async () => {
  const { child, closed } = await start("await new Promise((resolve) => setTimeout(resolve, 100));");
  child.kill("SIGINT");
  child.kill("SIGINT");
  child.kill("SIGTERM");
  expect(await closed).toEqual({ code: 0, output: "up\nstopping\n" });
});

test("a second Ctrl-C ends the process immediately", async () => {
  const { child, closed, waitForOutput } = await start("await new Promise(() => {});");
  child.kill("SIGINT");
  await waitForOutput("stopping");
  const again = setInterval(() => child.kill("SIGINT"), 50);
  const { code } = await closed;
  clearInterval(again);
  expect(code).toBe(130);
});

test("an error while stopping is printed, and the exit code is 1", async () => {
  const { child, closed } = await start('console.error = console.log; throw new Error("a lock is held");');
  child.kill("SIGTERM");
  const { code, output } = await closed;
  expect(code).toBe(1);
  expect(output).toContain("a lock is held");
});

test("the process stops when the shell in which npm runs it has exited", async () => {
  // npm runs the command in a shell.
  const shell: [string, ...string[]] = [
    "/bin/sh",
    "-c",
    '"$0" --input-type=module -e "$1"; exit',
    process.execPath,
  ];
  const { child, closed } = await start("", shell);
  child.kill("SIGKILL");
  expect((await closed).output).toBe("up\nstopping\n");
});
