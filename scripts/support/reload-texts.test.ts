import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { reloadTexts } from "./reload-texts.ts";
import { temporaryVite } from "./temporary-vite.ts";

test("an open page is reloaded when a text changes that the server has loaded", async () => {
  const vite = await temporaryVite(reloadTexts(), { "messages/en.json": "{}", "other.json": "{}" });
  const { ssr, client } = vite.environments;
  const sent: unknown[] = [];
  vi.spyOn(client.hot, "send").mockImplementation((payload) => void sent.push(payload));
  for (const url of ["/messages/en.json", "/other.json"]) await ssr.transformRequest(url);

  vite.watcher.emit("change", join(vite.config.root, "other.json"));
  vite.watcher.emit("change", join(vite.config.root, "messages/en.json"));
  await expect.poll(() => sent).toEqual([{ type: "full-reload" }]);
});
