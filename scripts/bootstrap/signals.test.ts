import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectDir } from "../support/project.ts";

/** The script of a process that has begun something, and stops it so. */
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
  let said = "";
  child.stdout.on("data", (text) => (said += String(text)));
  const closed = once(child, "close").then(([code]) => ({ code: code as number, said }));
  await once(child.stdout, "data");
  const heard = async (text: string) => {
    while (!said.includes(text)) await once(child.stdout, "data");
  };
  return { child, closed, heard };
}

test("one Ctrl-C, however many processes hand it on, stops everything in order", async () => {
  const { child, closed } = await start("await new Promise((resolve) => setTimeout(resolve, 100));");
  child.kill("SIGINT");
  child.kill("SIGINT");
  child.kill("SIGTERM");
  expect(await closed).toEqual({ code: 0, said: "up\nstopping\n" });
});

test("a second Ctrl-C ends it at once", async () => {
  const { child, closed, heard } = await start("await new Promise(() => {});");
  child.kill("SIGINT");
  await heard("stopping");
  const again = setInterval(() => child.kill("SIGINT"), 50);
  const { code } = await closed;
  clearInterval(again);
  expect(code).toBe(130);
});

test("what fails to stop is told, and ends with an error", async () => {
  const { child, closed } = await start('console.error = console.log; throw new Error("a lock is held");');
  child.kill("SIGTERM");
  const { code, said } = await closed;
  expect(code).toBe(1);
  expect(said).toContain("a lock is held");
});

test("once the shell in which npm ran it has died, it stops", async () => {
  // As npm does it: a shell, and the command in it.
  const shell: [string, ...string[]] = [
    "/bin/sh",
    "-c",
    '"$0" --input-type=module -e "$1"; exit',
    process.execPath,
  ];
  const { child, closed } = await start("", shell);
  child.kill("SIGKILL");
  expect((await closed).said).toBe("up\nstopping\n");
});
