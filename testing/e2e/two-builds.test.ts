import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brand } from "#brand/brand.ts";
import { projectDir } from "../../scripts/support/project.ts";
import { buildCopy } from "./support/build-copy.ts";
import { button, field, openHydrated } from "./support/interactions.ts";
import { openMailbox, startMailServer } from "./support/mail.ts";
import { newAddress, query } from "./support/people.ts";
import { startServer } from "./support/server.ts";
import { expect, test as base } from "./support/test.ts";

/** A deploy: a server of this build and one of the next build run at once, behind a proxy that switches between them. */

const offer = "A new version is available.";

const test = base
  .extend("nextDir", { scope: "file" }, async ({}, { onCleanup }) => {
    const { dir, remove } = await buildCopy(environment, changeCopy);
    onCleanup(remove);
    return dir;
  })
  .extend("deploy", { scope: "file" }, async ({ nextDir }, { onCleanup }) => {
    const closers: (() => unknown)[] = [];
    onCleanup(async () => {
      for (const close of closers.reverse()) await close();
    });
    const mail = await startMailServer();
    closers.push(mail.close);
    const proxy = await startProxy();
    closers.push(proxy.close);
    const env = { BASE_URL: proxy.url, SMTP_URL: mail.smtpUrl };
    const first = await startServer(env);
    closers.push(first.stop);
    const next = await startServer(
      { ...env, ...first.data },
      { entry: join(nextDir, "dist/server/main.js") },
    );
    closers.push(next.stop);
    return { proxy, env, first, next, mail: openMailbox(mail.mailboxUrl) };
  })
  .extend("server", { scope: "file" }, ({ deploy: { proxy, first, mail } }) => ({
    url: proxy.url,
    connection: first.connection,
    mail,
  }));

/** Gives a page of a copied project another title, and the database another table. */
function changeCopy(dir: string): void {
  const texts = join(dir, "src/features/users/messages/en.json");
  writeFileSync(texts, readFileSync(texts, "utf8").replace('"New user"', '"Add a user"'));
  writeFileSync(
    join(dir, "migrations/9999_later.sql"),
    "-- Compatible: it only adds a table.\nCREATE TABLE added_later (id integer);\n",
  );
}

const environment = { VITE_ENV_NAME: "staging", VITE_ENV_EMOJI: "🚧", VITE_ENV_COLOR: "#123456" };

/** A proxy that passes each request to the chosen server. */
async function startProxy() {
  let port = "";
  const server = createServer((req, res) => {
    const { method, url: path, headers } = req;
    const passed = request({ host: "localhost", port, method, path, headers }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    });
    passed.on("error", () => res.destroy());
    req.pipe(passed);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    use: (target: { url: string }) => void (port = new URL(target.url).port),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The built files without their compressed versions. */
const assetsOf = (dir: string) =>
  readdirSync(join(dir, "dist/client/assets")).filter((name) => !/\.(br|gz)$/.test(name));

test("the servers of two builds send the files of both", async ({ deploy: { first, next }, nextDir }) => {
  const [before, after] = [assetsOf(projectDir), assetsOf(nextDir)];
  expect(before.filter((name) => !after.includes(name)).length).toBeGreaterThan(0);
  for (const { url } of [first, next]) {
    const missing: string[] = [];
    for (const name of new Set([...before, ...after])) {
      const response = await fetch(`${url}/assets/${name}`, { method: "HEAD" });
      if (response.status !== 200) missing.push(name);
    }
    expect(missing, url).toEqual([]);
    expect((await fetch(`${url}/assets/made-up12345678.js`)).status).toBe(404);
  }
});

test("a build for another environment has its banner, and its emoji in the pages' titles", async ({
  deploy: { proxy, first, next },
  newPage,
}) => {
  const page = await newPage();
  const banner = page.locator("body").getByText("staging").locator("xpath=..");
  proxy.use(first);
  await page.goto("/login");
  expect(await banner.count()).toBe(0);
  expect(await page.title()).toBe(`Log in or Sign up | ${brand.name}`);
  proxy.use(next);
  await page.goto("/login");
  expect(await banner.textContent()).toContain("🚧");
  expect(await banner.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    "rgb(18, 52, 86)",
  );
  expect(await page.title()).toBe(`🚧 Log in or Sign up | ${brand.name}`);
});

test("after a compatible migration of the next release, the last one starts again, for example to roll back", async ({
  deploy: { env, first },
  server: { connection },
  onTestFinished,
}) => {
  const names = await query<{ name: string }>(connection, "SELECT name FROM applied_migrations", []);
  expect(names).toContainEqual({ name: "9999_later" });
  const again = await startServer({ ...env, ...first.data });
  onTestFinished(async () => void (await again.stop()));
  expect((await fetch(`${again.url}/login`)).status).toBe(200);
});

test("a page from before the deploy keeps what was typed, loads its parts, saves, and offers a reload", async ({
  deploy: { proxy, first, next },
  newPageOf,
}) => {
  proxy.use(first);
  const page = await newPageOf({ role: "admin" });
  await openHydrated(page, "/manager/users/new");
  await page.getByRole("heading", { level: 1, name: "New user" }).waitFor();
  await field(page, "Name").fill("Typed before the deploy");

  proxy.use(next);
  // The list is a script of its own, and its rows are the server's. Both are loaded before a click.
  await page.getByRole("link", { name: "Users" }).first().hover();
  await page.getByText(offer).waitFor();

  // The browser asks before it loses what was typed.
  page.once("dialog", (dialog) => void dialog.dismiss());
  await button(page, "Reload").click();
  expect(await field(page, "Name").inputValue()).toBe("Typed before the deploy");
  await field(page, "Email").fill(newAddress());
  await button(page, "Create").click();
  await page.getByRole("heading", { level: 1, name: "Typed before the deploy" }).waitFor();

  const reloaded = page.waitForEvent("load");
  await button(page, "Reload").click();
  await reloaded;
  await openHydrated(page, "/manager/users");
  await page.getByRole("link", { name: "Add a user" }).click();
  await page.getByRole("heading", { level: 1, name: "Add a user" }).waitFor();
  expect(await page.getByText(offer).count()).toBe(0);
});

// optional: palette
test("if a part of the page can't be loaded, a reload is offered, and what was typed stays", async ({
  deploy: { proxy, first },
  newPageOf,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED|Failed to fetch/);
  proxy.use(first);
  const page = await newPageOf({ role: "admin" });
  await page.route("**/assets/command-palette-dialog*", (route) => route.abort());
  await openHydrated(page, "/manager/users/new");
  await field(page, "Name").fill("Typed before");
  await page.keyboard.press("Control+K");
  await page.getByText(offer).waitFor();
  expect(await field(page, "Name").inputValue()).toBe("Typed before");

  // The router would load the next page again, but the form asks first.
  await page.route("**/assets/**", (route) => route.abort());
  await page.getByRole("link", { name: "Users" }).first().click();
  const question = page.getByRole("dialog", { name: "Are you sure you want to leave?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  expect(await field(page, "Name").inputValue()).toBe("Typed before");
});
// end: palette
