import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv } from "vite";
import { readBuildConfig } from "./src/server/config.ts";
import { serverOnlyFiles } from "./tools/server-only-files.ts";

/**
 * What every page loads: in one file it is 7 kB smaller over the wire than in the twenty that would be cut of it, and
 * stays in caches when the product changes.
 */
const everyPage =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|start-client-core|react-start-client)|seroval|seroval-plugins|i18next|react-i18next|cookie-es)\//;

export default defineConfig(({ command, mode }) => {
  const { environment } = readBuildConfig(loadEnv(mode, process.cwd(), "VITE_"));
  const build = { ...sourceInfo(), time: new Date().toISOString(), environment };

  return {
    // Of these packages the server uses little: built in, they load faster than whole. In development it is the reverse.
    ...(command === "build" && { ssr: { noExternal: ["react-email", "@react-email/render"] } }),
    define: { __BUILD__: JSON.stringify(build) },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: { codeSplitting: { groups: [{ name: "every-page", test: everyPage }] } },
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
          // What a route loads belongs to its screen, not to the first page's scripts.
          codeSplittingOptions: { defaultBehavior: [["loader", "component"]] },
        },
        importProtection: {
          behavior: "error",
          client: { files: serverOnlyFiles },
        },
        // The server in front rejects every mutation from elsewhere, server functions included.
        serverFns: { disableCsrfMiddlewareWarning: true },
      }),
      react(),
      tailwindcss(),
    ],
  };
});

/** What the build was made from (specification, "Build info"). Without git there is no commit to name. */
function sourceInfo() {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  return {
    version,
    commit: git("rev-parse", "--short", "HEAD"),
    branch: git("rev-parse", "--abbrev-ref", "HEAD"),
  };
}

function git(...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}
