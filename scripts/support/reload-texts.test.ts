import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { expect, onTestFinished, test, vi } from "vitest";
import { reloadTexts } from "./reload-texts.ts";

test("an open page is reloaded when a text changes that the server has loaded", async () => {
  const root = mkdtempSync(join(tmpdir(), "flyleaf-texts-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "messages"));
  const [text, other] = [join(root, "messages/en.json"), join(root, "other.json")];
  for (const file of [text, other]) writeFileSync(file, "{}");
  const vite = await createServer({
    root,
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

  vite.watcher.emit("change", other);
  vite.watcher.emit("change", text);
  await expect.poll(() => sent).toEqual([{ type: "full-reload" }]);
});
