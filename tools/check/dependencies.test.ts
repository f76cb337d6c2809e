import { expect, test } from "vitest";
import { checkDependencies } from "./dependencies.ts";
import { formatted, makeProject } from "./testing.ts";

/** The findings for a single import statement. */
function findingsFor(from: string, specifier: string): string[] {
  return formatted(checkDependencies(makeProject({ [from]: `import {} from "${specifier}";\n` })));
}

test.each(["src/a.test.ts", "scripts/a.mjs", "testing/a.ts", "tools/a/b.ts"])(
  "%s must not import maintainers/",
  (from) => {
    const [finding] = findingsFor(
      from,
      from.startsWith("tools") ? "../../maintainers/b.ts" : "../maintainers/b.ts",
    );
    expect(finding).toContain("imports maintainers/b.ts: a product has no maintainers/");
  },
);

test.each([
  ["src/main.ts", "#app/features.server.ts"],
  ["src/router.tsx", "./routeTree.gen.ts"],
  ["src/routeTree.gen.ts", "./routes/__root.tsx"],
  ["src/routes/manager/books/index.tsx", "#features/books/screens/list.tsx"],
  ["src/routes/login/index.tsx", "#server/flash.ts"],
  ["src/app/features.ts", "#features/books/feature.ts"],
  ["src/app/features.server.ts", "#features/books/feature.server.ts"],
  ["src/features/books/api.ts", "./store.ts"],
  ["src/features/books/api.ts", "#server/database/connect.ts"],
  ["src/features/books/store.ts", "#features/genres/table.ts"],
  ["src/features/books/schema.ts", "#features/genres/schema.ts"],
  ["src/features/books/contract.ts", "#rpc/operation.ts"],
  ["src/features/books/screens/list.tsx", "#features/genres/shared/tag.tsx"],
  ["src/features/books/screens/list.tsx", "#features/genres/queries.ts"],
  ["src/features/books/screens/list.tsx", "../queries.ts"],
  ["src/features/books/screens/list.tsx", "#resource/ui/list-state.ts"],
  ["src/features/books/screens/list.tsx", "#ui/controls/button.tsx"],
  ["src/features/auth/mails/code.tsx", "#server/mail/layout.tsx"],
  ["src/features/books/store.db.test.ts", "../../../testing/database.ts"],
  ["src/features/books/store.db.test.ts", "#app/access.ts"],
  ["src/resource/server/list.ts", "#server/database/connect.ts"],
  ["src/ui/button.tsx", "#i18n/isolate.tsx"],
  ["src/ui/button.tsx", "#lib/uuid.ts"],
  ["src/ui/button.tsx", "react"],
  ["src/server/log.ts", "#lib/uuid.ts"],
])("%s may import %s", (from, specifier) => {
  expect(findingsFor(from, specifier)).toEqual([]);
});

test.each([
  ["src/lib/uuid.ts", "#brand/brand.ts", "lib must not import brand"],
  ["src/brand/brand.ts", "#ui/button.tsx", "brand must not import ui"],
  ["src/brand/brand.ts", "#i18n/i18n.ts", "brand must not import i18n"],
  ["src/i18n/i18n.ts", "#ui/button.tsx", "i18n must not import ui"],
  ["src/ui/button.tsx", "#features/books/schema.ts", "ui must not import features"],
  ["src/ui/button.tsx", "#server/log.ts", "ui must not import server"],
  ["src/ui/button.tsx", "../rpc/client.ts", "ui must not import rpc"],
  ["src/server/log.ts", "#features/books/table.ts", "server must not import features"],
  ["src/server/mail/layout.tsx", "#ui/button.tsx", "server must not import ui"],
  ["src/rpc/client.ts", "#features/books/queries.ts", "rpc must not import features"],
  ["src/resource/server/list.ts", "#features/books/table.ts", "resource must not import features"],
  ["src/features/books/queries.ts", "#app/page.ts", "features must not import app"],
  ["src/features/books/screens/list.tsx", "#router.tsx", "features must not import entry"],
  ["src/features/books/screens/list.tsx", "#routes/index.tsx", "features must not import routes"],
  ["src/app/guards.ts", "#routes/index.tsx", "app must not import routes"],
  ["src/main.ts", "./routeTree.gen.ts", "only the application imports the routes"],
  ["src/helpers/text.ts", "#brand/brand.ts", "is in no layer"],
  ["src/brand/brand.ts", "#helpers/text.ts", "is in no layer"],
  ["src/main.ts", "../testing/context.ts", "only tests import files outside src"],
  ["src/main.ts", "../scripts/support/project.ts", "only tests import files outside src"],
])("%s must not import %s", (from, specifier, problem) => {
  expect(findingsFor(from, specifier)).toEqual([expect.stringContaining(problem)]);
});

test.each(["store.ts", "api.ts", "screens/list.tsx", "name.ts"])(
  "a feature must not import %s of another feature",
  (file) => {
    expect(findingsFor("src/features/books/shared/cover.ts", `#features/genres/${file}`)).toEqual([
      expect.stringContaining("of genres, other features import only contract.ts"),
    ]);
  },
);

test.each([
  ["src/features/books/screens/list.tsx", "../store.ts"],
  ["src/features/books/screens/list.tsx", "../api.ts"],
  ["src/features/books/screens/list.tsx", "../export/csv.server.ts"],
  ["src/features/books/columns.ts", "./table.ts"],
  ["src/features/books/limits.ts", "./server/limits.ts"],
  ["src/i18n/i18n.ts", "./detect.server.ts"],
  ["src/features/books/screens/parts/row.tsx", "../../table.ts"],
  ["src/features/books/screens/list.tsx", "#server/services.ts"],
  ["src/features/books/shared/cover.tsx", "#server/services.ts"],
  ["src/features/books/tag.tsx", "#server/services.ts"],
  ["src/features/books/queries.ts", "./store.ts"],
  ["src/features/books/contract.ts", "./table.ts"],
  ["src/features/books/schema.ts", "#server/config.ts"],
  ["src/resource/ui/list.tsx", "../server/list.ts"],
])("a file that runs in the browser must not import a server-only file: %s, %s", (from, specifier) => {
  expect(findingsFor(from, specifier)).toEqual([expect.stringContaining("only server-only files import it")]);
});

test("every kind of import counts, and is reported with its line", () => {
  const project = makeProject({
    "src/i18n/all.ts": [
      'import type { A } from "#server/a.ts";',
      'export { b } from "#server/b.ts";',
      'export * from "#server/c.ts";',
      'export const d = () => import("#server/d.ts");',
      'export type E = import("#server/e.ts").E | A;',
      'import text from "#server/f.css?url";',
      'const none = "import x from \\"#server/g.ts\\"";',
      "import {",
      "  type H,",
      '} from "#server/h.ts";',
      'import "#server/i.ts";',
    ].join("\n"),
  });
  const places = checkDependencies(project).map(({ line, problem }) => [line, problem.split(":")[0]]);
  expect(places).toEqual([
    [1, "imports src/server/a.ts"],
    [2, "imports src/server/b.ts"],
    [3, "imports src/server/c.ts"],
    [4, "imports src/server/d.ts"],
    [5, "imports src/server/e.ts"],
    [6, "imports src/server/f.css"],
    [8, "imports src/server/h.ts"],
    [11, "imports src/server/i.ts"],
  ]);
});
