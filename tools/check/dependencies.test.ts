import { expect, test } from "vitest";
import { checkDependencies, formatLayerGraph } from "./dependencies.ts";
import { formatted, makeProject } from "./testing.ts";

/** The findings for a single import statement. */
function findingsFor(from: string, specifier: string): string[] {
  return formatted(checkDependencies(makeProject({ [from]: `import {} from "${specifier}";\n` })));
}

test.each([
  ["src/main.ts", "#app/features.server.ts"],
  ["src/all-routes.ts", "./routeTree.gen.ts"],
  ["src/routeTree.gen.ts", "./routes/__root.tsx"],
  ["src/routes/app/books/index.tsx", "#features/books/screens/list.tsx"],
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
    ].join("\n"),
  });
  const places = checkDependencies(project).map(({ file, line, problem }) => [
    file,
    line,
    problem.split(":")[0],
  ]);
  expect(places).toEqual(
    ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts", "f.css"].map((name, index) => [
      "src/i18n/all.ts",
      index + 1,
      `imports src/server/${name}`,
    ]),
  );
});

test("a cycle is reported with the files that it goes through, imports of types included", () => {
  const project = makeProject({
    "src/lib/a.ts": 'import "./b.ts";\n',
    "src/lib/b.ts": 'import type { C } from "./c.ts";\nimport "./d.ts";\n',
    "src/lib/c.ts": 'import "./a.ts";\nimport "./d.ts";\n',
    "src/lib/d.ts": "",
  });
  expect(formatted(checkDependencies(project))).toEqual([
    "src/lib/a.ts imports itself: src/lib/a.ts → src/lib/b.ts → src/lib/c.ts → src/lib/a.ts",
  ]);
});

test("the graph lists for each layer the layers that it imports, and how often", () => {
  const project = makeProject({
    "src/ui/a.tsx": 'import "#lib/a.ts";\nimport "./b.tsx";\n',
    "src/ui/b.tsx": 'import "#lib/a.ts";\nimport "#i18n/a.ts";\n',
    "src/ui/b.test.tsx": 'import "#i18n/a.ts";\n',
  });
  const lines = formatLayerGraph(project).split("\n");
  expect(lines).toContain("ui        → i18n (1), lib (2)");
  expect(lines).toContain("lib       → nothing");
});
