import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv } from "vite";
import { readBuildConfig } from "./src/server/build-config.ts";
import { readBuildSource, readBuildTime } from "./tools/build-source.ts";
import { serverOnlyFiles } from "./tools/server-only-files.ts";

/**
 * The files of the browser's scripts and styles. A group has its modules and all that they import, except for what an
 * earlier group has. So a page needs few files, and login none of the areas'. What `import()` loads later is not in them.
 */
const groups = [
  { name: "styles", test: /\.css$/ },
  // The packages of every page stay cached when the product changes.
  {
    name: "packages",
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store)|seroval|seroval-plugins|cookie-es)\//,
    tags: ["$initial" as const],
  },
  {
    name: "every-page",
    test: /src\/(client|routes\/(__root|index|onboarding|login\/(route|index|verify)))\.tsx/,
  },
  // All routes, their search parameters, the layouts and what most screens have.
  {
    name: "areas",
    test: /src\/(all-routes\.ts|routeTree\.gen\.ts|routes\/(app|manager)\/route\.tsx|ui\/((display|layout|overlays)\/[\w-]+\.tsx|list\/(data-list|use-edit-key))|resource\/ui\/(list\/previous-list|record\/field-value))|node_modules\/@tanstack\/react-query/,
  },
  {
    name: "lists",
    test: /src\/(resource\/ui\/(list\/(use-record-list|record-list-\w+|list-parts|bulk-action|leave-failure)|record\/delete-record)|ui\/list\/filter-chips)/,
  },
  { name: "schemas", test: /src\/(features\/\w+|resource)\/schema\.ts/ },
  { name: "inputs", test: /src\/ui\/controls\/(date-input\/date-input|number-input\/number-input)\.tsx/ },
  { name: "forms", test: /src\/ui\/form\/(form|fields|leave-guard)\.tsx/ },
];

/** Packages that only the application uses, not the process that runs it: they are many small files. */
const bundledOnServer =
  /^(react-email|@react-email\/render|better-auth|@better-auth\/.*|better-call|kysely|jose|@tanstack\/.*|seroval|seroval-plugins)$/;

export default defineConfig(async ({ command, mode }) => {
  const { environment } = await readBuildConfig(loadEnv(mode, process.cwd(), "VITE_"));
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const source = { ...readBuildSource(process.cwd(), process.env), time: readBuildTime(process.env) };

  return {
    // The server uses little of these packages: bundled, they load faster. In development it is the reverse.
    ...(command === "build" && { ssr: { noExternal: [bundledOnServer] } }),
    define: { __BUILD__: JSON.stringify({ version, environment }) },
    environments: {
      // On the server only: browsers keep the files of a build whose sources are the same.
      ssr: { define: { __SOURCE__: JSON.stringify(source) } },
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: { groups },
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
