import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { expect, onTestFinished, test, vi } from "vitest";
import { skipServerStyles } from "./skip-server-styles.ts";

test("browsers get style sheets and their edits; the server, which only sends URLs, is left as it is", async () => {
  const root = mkdtempSync(join(tmpdir(), "flyleaf-styles-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [sheet, entry] = [join(root, "page.css"), join(root, "page.js")];
  writeFileSync(sheet, "body { color: teal }");
  writeFileSync(entry, 'import "./page.css";');
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: "silent",
    appType: "custom",
    server: { middlewareMode: true, hmr: { port: 0 } },
    plugins: [skipServerStyles()],
  });
  onTestFinished(() => vite.close());
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
  vite.watcher.emit("change", sheet);
  await expect.poll(() => toBrowsers.mock.calls.length).toBe(1);
  expect(toServer).not.toHaveBeenCalled();
});
