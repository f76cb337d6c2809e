import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** What tests set for themselves is not for a program that a person would start. */
const env = { ...process.env, CI: "", VITEST: undefined, NODE_ENV: undefined, TEST: undefined };

/**
 * Runs a Node program in a folder, as a person would.
 * @returns its output
 * @throws with the end of its output if it fails
 */
export async function runNode(dir: string, ...args: string[]): Promise<string> {
  return await run(dir, process.execPath, ...args);
}

/** Like `runNode`, on one core of the machine. Linux only. @param core from 0 */
export async function runNodeOnCore(core: number, dir: string, ...args: string[]): Promise<string> {
  return await run(dir, "taskset", "--cpu-list", String(core), process.execPath, ...args);
}

async function run(dir: string, program: string, ...args: string[]): Promise<string> {
  const ended = promisify(execFile)(program, args, { cwd: dir, env, maxBuffer: 100e6 });
  const { stdout } = await ended.catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${args.join(" ")}:\n${`${stdout}\n${stderr}`.slice(-8_000)}`);
  });
  return stdout;
}
