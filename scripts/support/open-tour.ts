import { spawn } from "node:child_process";

/** Where the tour is, for who has just cloned the product. */
export const tourPath = "/dev/tour";

/** Opens the tour in a browser, where there is a terminal and a browser. */
export function openTour(url: string): void {
  if (!process.stdout.isTTY) return;
  const [command, ...args] = browserCommand(process.platform, process.env);
  if (!command) return;
  const browser = spawn(command, [...args, new URL(tourPath, url).href], { stdio: "ignore", detached: true });
  browser.on("error", () => {});
  browser.unref();
}

/** The command that opens a URL on this machine's screen; empty without a screen, in CI and in tests. */
export function browserCommand(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (env.CI || env.VITEST || env.SSH_CONNECTION) return [];
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["explorer"];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open"] : [];
}
