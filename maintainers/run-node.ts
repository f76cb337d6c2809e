import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** What tests set for themselves is not for a program that a person would start. */
const env = { ...process.env, CI: "", VITEST: undefined, NODE_ENV: undefined, TEST: undefined };

type Place = {
  dir: string;
  /** The only core of the machine that it uses, from 0. Linux only. */
  core?: number | undefined;
};

/**
 * Runs a Node program in a folder, as a person would.
 * @returns its output
 * @throws with the end of its output if it fails
 */
export async function runNode({ dir, core }: Place, ...args: string[]): Promise<string> {
  const command = promisify(execFile);
  const options = { cwd: dir, env, maxBuffer: 100e6 };
  const ended =
    core === undefined
      ? command(process.execPath, args, options)
      : command("taskset", ["--cpu-list", String(core), process.execPath, ...args], options);
  const { stdout } = await ended.catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${args.join(" ")}:\n${`${stdout}\n${stderr}`.slice(-8_000)}`);
  });
  return stdout;
}
