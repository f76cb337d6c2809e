import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { startServer } from "./support/server.ts";
import { expect, test as base } from "./support/test.ts";

const allowed = { "access-control-allow-origin": "*", "access-control-allow-headers": "x-forwarded-for" };

/** A CDN that can change what it sends. */
async function startCdn() {
  let origin = "";
  let isChanged = (_path: string) => false;
  const sentChanged: string[] = [];
  async function respond({ url: path = "", method }: IncomingMessage, res: ServerResponse) {
    // Tests' browsers name their address in each request.
    if (method === "OPTIONS") return void res.writeHead(204, allowed).end();
    const response = await fetch(origin + path);
    const headers = Object.fromEntries(response.headers);
    for (const name of ["content-encoding", "content-length", "connection"]) delete headers[name];
    const body = [Buffer.from(await response.arrayBuffer())];
    if (isChanged(path)) {
      body.push(Buffer.from(path.endsWith(".css") ? "body{--changed:1}" : ';console.warn("changed");'));
      sentChanged.push(path);
    }
    res.writeHead(response.status, headers).end(Buffer.concat(body));
  }
  const server = createServer((req, res) => void respond(req, res));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (url: string) => void (origin = url),
    /** Sends files whose path matches with an addition. @returns which it has sent so */
    change(pattern: RegExp) {
      isChanged = (path) => pattern.test(path);
      return sentChanged.splice(0) && sentChanged;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const test = base
  .extend("cdn", { scope: "file" }, async ({}, { onCleanup }) => {
    const cdn = await startCdn();
    onCleanup(cdn.close);
    return cdn;
  })
  .extend("server", { scope: "file" }, async ({ cdn }, { onCleanup }) => {
    const server = await startServer({ ASSETS_URL: cdn.url });
    onCleanup(async () => void (await server.stop()));
    cdn.serve(server.url);
    return server;
  });

/** Of what a test sends changed, browsers say why they don't use it. */
const blocked =
  /integrity|Failed to load resource|Failed to fetch dynamically imported module|Failed to preload/;

/** The browser says that a file differs from its hash. */
const mismatch = (page: Page) => page.waitForEvent("console", (message) => /integrity/.test(message.text()));

test("with ASSETS_URL, pages name the hash of what they load, and what is loaded later runs", async ({
  cdn,
  server,
  newPageOf,
}) => {
  const html = await (await fetch(`${server.url}/login`)).text();
  const tags = html.match(/<(?:script|link)[^>]*>/g)?.filter((tag) => tag.includes(cdn.url)) ?? [];
  expect(tags.length).toBeGreaterThan(2);
  expect(tags.filter((tag) => !/ integrity="sha256-\S{44}"/.test(tag))).toEqual([]);
  const page = await newPageOf({ role: "admin" });
  await page.goto("/manager/users");
  await page.getByRole("link", { name: "New user" }).click();
  await page.getByRole("heading", { level: 1, name: "New user" }).waitFor();
});

test("a script or stylesheet that the CDN has changed isn't used", async ({
  cdn,
  newPage,
  expectProblem,
}) => {
  expectProblem(blocked);
  const sent = cdn.change(/\.(js|css)$/);
  const page = await newPage();
  const found = mismatch(page);
  await page.goto("/login", { waitUntil: "load" }); // Without waiting for its scripts.
  await found;
  await expect.poll(() => sent.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(0);
  await expect.poll(() => sent.filter((path) => path.endsWith(".css")).length).toBeGreaterThan(0);
  const style = await page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--changed"));
  expect(style).toBe("");
});

test("a script that the first one imports, or that is loaded later, isn't run if the CDN has changed it", async ({
  cdn,
  newPageOf,
  expectProblem,
}) => {
  expectProblem(blocked);
  cdn.change(/never/);
  const page = await newPageOf({ role: "admin" });
  await page.goto("/manager/users");
  const sent = cdn.change(/\.js$/);
  const found = mismatch(page);
  await page.getByRole("link", { name: "New user" }).click();
  await found;
  expect(sent).not.toEqual([]);
  // The page is loaded again, without its scripts.
  await page.getByRole("heading", { level: 1, name: "New user" }).waitFor();
});
