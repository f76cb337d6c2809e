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
  // The first script imports no other: it loads them after the first paint.
  { name: "first", test: /src\/client\.tsx|vite\/preload-helper/ },
  // The packages of every page stay cached when the product changes. Forms need the blocker, server functions
  // the serializer.
  {
    name: "packages",
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router(?!.*\/useBlocker)|router-core(?!.*\/serializer\/)|history|store|react-store)|cookie-es)\//,
  },
  {
    name: "every-page",
    test: /src\/(hydrate\.tsx|routes\/(__root|index|onboarding|login\/(route|index|verify))\.tsx$|features\/(auth\/(auth-client|errors\/error-text)|books\/cover\/cover)\.tsx?$|ui\/(controls\/(button|field)|display\/alert)\.tsx)/,
  },
  // The screens of login, whose routes are in every page.
  { name: "login", test: /src\/routes\/login\/(route|index|verify)\.tsx\?/ },
  // All routes, their search parameters, the layouts and what most screens have.
  {
    name: "areas",
    test: /src\/(all-routes\.ts|routeTree\.gen\.ts|routes\/(app|manager)\/route\.tsx|ui\/((display|layout|overlays)\/[\w-]+\.tsx|list\/(data-list|use-edit-key))|resource\/ui\/(list\/previous-list|record\/field-value))|node_modules\/@tanstack\/react-query/,
  },
  {
    name: "lists",
    test: /src\/(resource\/ui\/(list\/(use-record-list|record-list-\w+|list-parts|bulk-action|filter-menu|leave-failure)|record\/delete-record)|ui\/list\/filter-chips)/,
  },
  { name: "users", test: /src\/features\/users\/screens\/(user-badges|use-failure-toast|delete-user)/ },
  { name: "schemas", test: /src\/(features\/\w+|resource)\/schema\.ts/ },
  { name: "inputs", test: /src\/ui\/controls\/(date-input\/date-input|number-input\/number-input)\.tsx/ },
  { name: "forms", test: /src\/ui\/form\/(form|fields|leave-guard)\.tsx/ },
];

/**
 * Packages that Node loads from node_modules: benchmarks replace parts of pg and React, pino starts a file of its own, and
 * @simplewebauthn needs its modules in their order. All others are bundled (record 49).
 */
const externalOnServer = ["pg", "pino", "react", "react-dom", "@simplewebauthn/server"];

export default defineConfig(async ({ command, mode }) => {
  const { environment } = await readBuildConfig(loadEnv(mode, process.cwd(), "VITE_"));
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  // In development there is no build, and git takes a tenth of a second.
  const commit = command === "build" ? readBuildSource(process.cwd(), process.env) : {};
  const source = { ...commit, time: readBuildTime(process.env) };

  return {
    // In development it is the reverse: Node loads packages faster than Vite.
    ...(command === "build" && { ssr: { noExternal: true as const, external: externalOnServer } }),
    define: { __BUILD__: JSON.stringify({ version, environment }) },
    environments: {
      // On the server only: browsers keep the files of a build whose sources are the same.
      ssr: {
        define: { __SOURCE__: JSON.stringify(source) },
        build: { rolldownOptions: { input: { main: "src/main.ts" } } },
      },
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
    ],
  };
});
