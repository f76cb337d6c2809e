import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv } from "vite";
import { readBuildConfig } from "./src/server/build-config.ts";
import { readBuildSource, readBuildTime } from "./tools/build-source.ts";
import { serverOnlyFiles } from "./tools/server-only-files.ts";

/** The packages of every page. In one file they are 7 kB smaller than in twenty, and stay cached when the product changes. */
const everyPage =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|start-client-core|react-start-client)|seroval|seroval-plugins|cookie-es)\//;

/**
 * The areas' routes and what they need before a screen. The layouts are among them, so that the page of an area names this
 * file; login doesn't load it.
 */
const areaRoutes =
  /src\/(routeTree\.gen\.ts|app\/(features|areas)\.ts|features\/\w+\/(feature|search-params)\.ts|routes\/(app|manager)\/(.*\.tsx|route\.tsx\?.*))$/;

export default defineConfig(async ({ command, mode }) => {
  const { environment } = await readBuildConfig(loadEnv(mode, process.cwd(), "VITE_"));
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const source = { ...readBuildSource(process.cwd(), process.env), time: readBuildTime(process.env) };

  return {
    // The server uses little of these packages: bundled, they load faster. In development it is the reverse.
    ...(command === "build" && { ssr: { noExternal: ["react-email", "@react-email/render"] } }),
    define: { __BUILD__: JSON.stringify({ version, environment }) },
    environments: {
      // On the server only: browsers keep the files of a build whose sources are the same.
      ssr: { define: { __SOURCE__: JSON.stringify(source) } },
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: "every-page", test: everyPage, tags: ["$initial" as const] },
                  // With their dependencies, login would load them for each module that it shares with an area.
                  { name: "areas", test: areaRoutes, includeDependenciesRecursively: false },
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
          behavior: "error",
          client: { files: serverOnlyFiles },
        },
        // The HTTP server rejects cross-site requests, server functions included.
        serverFns: { disableCsrfMiddlewareWarning: true },
      }),
      react(),
      tailwindcss(),
    ],
  };
});
