import { join } from "node:path";
import { runChild } from "./bootstrap/child.mjs";

/** `npm run storybook`: every part in every state, at http://localhost:6006. `-- build` makes files of it instead. */
export async function run(args: string[]): Promise<number> {
  const storybook = join("node_modules", "storybook", "dist", "bin", "dispatcher.js");
  const [command, ...options] = args[0] === "build" ? args : ["dev", "--port", "6006", "--no-open", ...args];
  const { code } = await runChild(process.execPath, [storybook, ...[command ?? "dev"], ...options]);
  return code;
}
