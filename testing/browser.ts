import { installedBrowser } from "../scripts/support/browser.ts";

/** Blocks requests to other machines, of pages and of the browser itself. */
const hostRules = "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1";

/** Options with which every test starts its browser. */
export async function launchOptions() {
  return {
    executablePath: await installedBrowser(process.env),
    headless: true,
    args: [
      "--no-sandbox", // There is none for root, and the pages are our own.
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--no-first-run",
      "--no-pings",
      `--host-resolver-rules=${hostRules}`,
    ],
  };
}
