import { createServer, type Plugin, type ViteDevServer } from "vite";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./testing.ts";

/** Vite with a plugin, for a temporary folder with these files (text by path). It is closed after the test. */
export async function temporaryVite(plugin: Plugin, files: Record<string, string>): Promise<ViteDevServer> {
  const vite = await createServer({
    root: temporaryFolder(files),
    configFile: false,
    logLevel: "silent",
    appType: "custom",
    server: { middlewareMode: true, hmr: { port: 0 } },
    plugins: [plugin],
  });
  onTestFinished(() => vite.close());
  return vite;
}
