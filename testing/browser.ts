import { installedBrowser } from "../scripts/support/browser.ts";

/** Nothing but this machine answers, whatever a page or the browser itself asks for. */
const onlyThisMachine = "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1";

/** How every test starts its browser: the one that is installed, silent towards the outside. */
export async function launchOptions() {
  return {
    executablePath: await installedBrowser(process.env),
    headless: true,
    args: [
      "--no-sandbox", // Root has none, and the pages are our own.
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--no-first-run",
      "--no-pings",
      `--host-resolver-rules=${onlyThisMachine}`,
    ],
  };
}
