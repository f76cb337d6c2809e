import { join } from "node:path";
import { createServer } from "vite";
import { expect, onTestFinished, test, vi } from "vitest";
import { reloadTexts } from "./dev.ts";
import { temporaryFolder } from "./support/testing.ts";

test("an open page is reloaded when a text changes that the server has loaded", async () => {
  const vite = await createServer({
    root: temporaryFolder({ "messages/en.json": "{}", "other.json": "{}" }),
    configFile: false,
    logLevel: "silent",
    appType: "custom",
    server: { middlewareMode: true, hmr: { port: 0 } },
    plugins: [reloadTexts()],
  });
  onTestFinished(() => vite.close());
  const { ssr, client } = vite.environments;
  const sent: unknown[] = [];
  vi.spyOn(client.hot, "send").mockImplementation((payload) => void sent.push(payload));
  for (const url of ["/messages/en.json", "/other.json"]) await ssr.transformRequest(url);

  vite.watcher.emit("change", join(vite.config.root, "other.json"));
  vite.watcher.emit("change", join(vite.config.root, "messages/en.json"));
  await expect.poll(() => sent).toEqual([{ type: "full-reload" }]);
});
