import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type RenderBuiltAssetUrl, type Rolldown } from "vite";
import { readBuildConfig } from "./src/server/build-config.ts";
import { readBuildSource, readBuildTime } from "./tools/build-source.ts";
import { externalOnServer } from "./tools/external-on-server.ts";
import { serveOnly } from "./tools/served-files.ts";
import { serverOnlyFiles } from "./tools/server-only-files.ts";

/** A third of all scripts, which pages without a form don't load. */
const formPackages = /node_modules\/(@base-ui|react-day-picker|react-hook-form|zod)\//;

/** What at least four screens and dialogs share is one file, except for what imports the packages of forms. */
function sharedByScreens(id: string, context: Rolldown.ChunkingContext): string | null {
  const reached = new Set([id]);
  for (const each of reached) {
    if (formPackages.test(each)) return null;
    for (const imported of context.getModuleInfo(each)?.importedIds ?? []) reached.add(imported);
  }
  return "shared";
}

/** Scripts and styles load others from where they come from themselves, which may be a CDN. */
const renderBuiltUrl: RenderBuiltAssetUrl = (_file, { ssr }) => (ssr ? undefined : { relative: true });

export default defineConfig(async ({ command, mode }) => {
  const { environment } = await readBuildConfig(loadEnv(mode, process.cwd(), ""));
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  // In development there is no build, and git takes a tenth of a second.
  const commit = command === "build" ? readBuildSource(process.cwd(), process.env) : {};
  const source = { ...commit, time: readBuildTime(process.env) };

  return {
    // In development it is the reverse: Node loads packages faster than Vite.
    ...(command === "build" && { ssr: { noExternal: true as const, external: externalOnServer } }),
    define: { __BUILD__: JSON.stringify({ version, environment }) },
    experimental: { renderBuiltUrl },
    environments: {
      // On the server only: browsers keep the files of a build whose sources are the same.
      ssr: {
        define: { __SOURCE__: JSON.stringify(source) },
        build: {
          rolldownOptions: {
            input: {
              main: "src/main.ts",
              "encoder-process": "src/server/images/encoder-process.ts", // optional: images
            },
          },
        },
      },
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: "styles", test: /\.css$/ },
                  { name: "first", tags: ["$initial" as const] },
                  { name: sharedByScreens, minShareCount: 4 },
                ],
              },
            },
          },
        },
      },
    },
    plugins: [
      tanstackStart({
        srcDirectory: "src",
        router: {
          quoteStyle: "double",
          semicolons: true,
          // A route's loader is in the chunk of its screen, not in the first page's scripts.
          codeSplittingOptions: { defaultBehavior: [["loader", "component"]] },
        },
        importProtection: {
          // It parses every module, 0.7 s of the first page in development. `npm run check` finds the same imports.
          enabled: command === "build",
          behavior: "error",
          client: { files: serverOnlyFiles },
        },
        // The HTTP server rejects cross-site requests, server functions included.
        serverFns: { disableCsrfMiddlewareWarning: true },
      }),
      react(),
      tailwindcss(),
      serveOnly(),
    ],
  };
});
