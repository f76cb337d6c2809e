import { once } from "node:events";
import { symlinkSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../scripts/support/testing.ts";
import { getTarget, spellingsOf } from "../testing/file-spellings.ts";
import { createServedFiles, serveOnly } from "./served-files.ts";

const secret = "Do not read this";
const secretFiles = [
  ...["data/secret", "data/files/ab/ab.svg", "data/page.html", "data/x.js"],
  ...[".env", ".git/HEAD", "today.backup"],
];

/** A project whose files in `secretFiles` are secret. */
function createProject(): string {
  return temporaryFolder({
    ...Object.fromEntries(secretFiles.map((file) => [file, secret])),
    "src/client.ts": "export const code = 'Loaded';",
    "src/routes/$id.ts": "export const code = 'Loaded';",
    "src/ui/logo.svg": "<svg>Loaded</svg>",
    "node_modules/package/index.js": "export const code = 'Loaded';",
    "node_modules/.vite/deps/react.js": "export const code = 'Loaded';",
    "node_modules/.cache/x.js": secret,
    "src/.env": secret,
    "public/favicon.svg": "<svg>Loaded</svg>",
  });
}

const loaded = [
  ...["/src/client.ts", "/src/client.ts?t=1", "/src/routes/$id.ts", "/src/ui/logo.svg", "/favicon.svg"],
  ...["/node_modules/package/index.js", "/node_modules/.vite/deps/react.js?v=1"],
];

test("npm run dev passes code and assets to Vite, and no spelling of another file's path", () => {
  const project = createProject();
  // Links in a served folder lead out of it.
  symlinkSync(join(project, "data"), join(project, "src/data"));
  symlinkSync(join(project, "data/secret"), join(project, "public/secret"));
  const isServed = createServedFiles(project);
  const others = [
    "/__open-in-editor?file=src/client.ts",
    "/@vite/client",
    "/@react-refresh",
    "/node_modules/.vite/deps/later.js",
  ];
  for (const target of [...loaded, ...others, `/@fs${encodeURI(project)}/src/client.ts`])
    expect(isServed(target), target).toBe(true);
  const linked = ["src/data/secret", "src/data/x.js", "public/secret", "secret"];
  for (const file of [...secretFiles, ...linked, "node_modules/.cache/x.js", "src/.env", "src"])
    expect(spellingsOf(project, file).filter(isServed), file).toEqual([]);
});

test("a development server of Vite sends code and assets, and no file of another folder, to its own pages only", async () => {
  const project = createProject();
  const vite = await createServer({
    root: project,
    configFile: false,
    logLevel: "silent",
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, cors: true, fs: { strict: false } },
    plugins: [serveOnly()],
  });
  onTestFinished(() => vite.close());
  const server = createHttpServer(vite.middlewares).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const target of loaded) {
    const { body, headers } = await getTarget(url, target);
    expect(body, target).toContain("Loaded");
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  }
  expect((await getTarget(url, "/__open-in-editor?file=src/client.ts")).status).toBe(404);
  for (const file of secretFiles) {
    const targets = spellingsOf(project, file);
    const sent = targets.flatMap((target) => [getTarget(url, target), getTarget(url, target, "script")]);
    const bodies = (await Promise.all(sent)).map(({ body }) => body);
    expect(
      bodies.filter((body) => body.includes(secret)),
      file,
    ).toEqual([]);
  }
});
