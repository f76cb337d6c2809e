import { expect, test } from "vitest";
import { checkDependencies } from "./dependencies.ts";
import { makeProject, formatted } from "./testing.ts";

/** What an import statement in one file, of another, is answered with. */
function answerTo(from: string, specifier: string): string[] {
  return formatted(checkDependencies(makeProject({ [from]: `import {} from "${specifier}";\n` })));
}

test.each([
  ["src/routes/app/books/index.tsx", "#features/books/screens/list.tsx"],
  ["src/routes/app/books/index.tsx", "#features/books/queries.ts"],
  ["src/routes/login/index.tsx", "#server/flash.ts"],
  ["src/features/books/api.ts", "./store.ts"],
  ["src/features/books/api.ts", "#server/database/connect.ts"],
  ["src/features/books/store.ts", "#features/genres/table.ts"],
  ["src/features/books/schema.ts", "#features/genres/schema.ts"],
  ["src/features/books/contract.ts", "#rpc/operation.ts"],
  ["src/features/books/screens/list.tsx", "#features/genres/shared/tag.tsx"],
  ["src/features/books/screens/list.tsx", "../queries.ts"],
  ["src/features/books/screens/list.tsx", "#ui/controls/button.tsx"],
  ["src/features/auth/mails/code.tsx", "#server/mail/layout.tsx"],
  ["src/features/books/store.db.test.ts", "../../../testing/database.ts"],
  ["src/ui/button.tsx", "#i18n/isolate.tsx"],
  ["src/rpc/client.ts", "#api.ts"],
  ["src/api.ts", "#features/books/api.ts"],
  ["src/router.tsx", "./routeTree.gen.ts"],
  ["src/routeTree.gen.ts", "./routes/__root.tsx"],
  ["src/ui/button.tsx", "react"],
])("%s may import %s", (from, specifier) => {
  expect(answerTo(from, specifier)).toEqual([]);
});

test.each([
  ["src/brand/brand.ts", "#ui/button.tsx", "brand may import only itself"],
  ["src/access.ts", "#brand/brand.ts", "access may import only itself"],
  ["src/i18n/i18n.ts", "#ui/button.tsx", "i18n may import only itself"],
  ["src/ui/button.tsx", "#features/books/schema.ts", "ui may import only"],
  ["src/ui/button.tsx", "#server/log.ts", "ui may import only"],
  ["src/ui/button.tsx", "../rpc/client.ts", "ui may import only"],
  ["src/server/log.ts", "#features/books/table.ts", "server may import only"],
  ["src/server/mail/layout.tsx", "#ui/button.tsx", "server may import only"],
  ["src/rpc/client.ts", "#features/books/queries.ts", "rpc may import only"],
  ["src/features/books/queries.ts", "#routing/search.ts", "features may import only"],
  ["src/features/books/screens/list.tsx", "#router.tsx", "features may import only"],
  ["src/features/books/screens/list.tsx", "#routes/index.tsx", "features may import only"],
  ["src/routing/guards.ts", "#routes/index.tsx", "routing may import only"],
  ["src/main.ts", "#routes/index.tsx", "top may import only"],
  ["src/main.ts", "./routeTree.gen.ts", "only the router knows the routes"],
  ["src/helpers/text.ts", "#brand/brand.ts", "lies in no room"],
  ["src/brand/brand.ts", "#helpers/text.ts", "lies in no room"],
  ["src/seed.ts", "../testing/context.ts", "nothing that lies outside of src"],
  ["src/seed.ts", "../scripts/support/project.ts", "nothing that lies outside of src"],
])("%s may not import %s", (from, specifier, problem) => {
  expect(answerTo(from, specifier)).toEqual([expect.stringContaining(problem)]);
});

test.each(["store.ts", "api.ts", "screens/list.tsx", "name.ts"])(
  "a feature may not import another one's %s",
  (file) => {
    expect(answerTo("src/features/books/shared/cover.ts", `#features/genres/${file}`)).toEqual([
      expect.stringContaining("another feature may import only contract.ts, schema.ts, table.ts, shared/**"),
    ]);
  },
);

test.each([
  ["src/features/books/screens/list.tsx", "../store.ts"],
  ["src/features/books/screens/list.tsx", "../api.ts"],
  ["src/features/books/screens/parts/row.tsx", "../../table.ts"],
  ["src/features/books/screens/list.tsx", "#server/services.ts"],
  ["src/features/books/shared/cover.tsx", "#server/services.ts"],
  ["src/features/books/tag.tsx", "#server/services.ts"],
  ["src/features/books/queries.ts", "./store.ts"],
  ["src/features/books/contract.ts", "./table.ts"],
  ["src/features/books/schema.ts", "#server/config.ts"],
])("what runs in the browser may not reach the server: %s, %s", (from, specifier) => {
  expect(answerTo(from, specifier)).toEqual([
    expect.stringContaining("the browser must not reach the server"),
  ]);
});

test.each([
  ["src/features/books/api.ts", "./screens/list.tsx"],
  ["src/features/books/store.ts", "./queries.ts"],
  ["src/features/books/api.ts", "#ui/button.tsx"],
])("what runs on the server knows no screens: %s, %s", (from, specifier) => {
  expect(answerTo(from, specifier)).toEqual([expect.stringContaining("knows no screens")]);
});

test.each(["api.ts", "store.ts", "table.ts"])("a route may not import a feature's %s", (file) => {
  expect(answerTo("src/routes/app/books/index.tsx", `#features/books/${file}`)).toEqual([
    expect.stringContaining("a page gets its data through"),
  ]);
});

test("every way to import counts, and is told with its line", () => {
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
