import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { skipServerStyles } from "./skip-server-styles.ts";
import { temporaryVite } from "./temporary-vite.ts";

test("browsers get style sheets and their edits; the server, which only sends URLs, is left as it is", async () => {
  const vite = await temporaryVite(skipServerStyles(), {
    "page.css": "body { color: teal }",
    "page.js": 'import "./page.css";',
  });
  const { ssr, client } = vite.environments;
  for (const url of ["/page.js", "/page.css"]) {
    await ssr.transformRequest(url);
    await client.transformRequest(url);
  }
  const codeOf = async (environment: typeof ssr, url: string) =>
    (await environment.transformRequest(url))?.code;
  expect(await codeOf(ssr, "/page.css")).not.toContain("teal");
  expect(await codeOf(client, "/page.css")).toContain("teal");
  expect(await codeOf(ssr, "/page.css?inline")).toContain("teal");

  const [toServer, toBrowsers] = [vi.spyOn(ssr.hot, "send"), vi.spyOn(client.hot, "send")];
  vite.watcher.emit("change", join(vite.config.root, "page.css"));
  await expect.poll(() => toBrowsers.mock.calls.length).toBe(1);
  expect(toServer).not.toHaveBeenCalled();
});
