import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { handleTour, steps } from "./tour.server.ts";

const visitor = { isFromThisMachine: true };
const config = { smtpUrl: undefined, hosts: [new URL("http://localhost:3000")], host: "127.0.0.1" };

test.each(steps.flatMap(({ files }) => files))("the tour's file %s exists", (file) => {
  expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true);
});

test("the tour links to what there is to try, and shows the files of each", async () => {
  const page = await handleTour(visitor, config).text();
  for (const { links, files } of steps) {
    for (const { href } of links) expect(page).toContain(`href="${href.replaceAll("&", "&#38;")}"`);
    for (const file of files) expect(page).toContain(`<code>${file}</code>`);
  }
});

test("files open in the editor in development only, and the page runs no scripts", async () => {
  const response = handleTour(visitor, config, true);
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none';(?!.*script-src)/);
  expect(await response.text()).toContain('href="/__open-in-editor?file=docs%2Farchitecture.md"');
  expect(await handleTour(visitor, config, false).text()).not.toMatch(/open-in-editor|<iframe/);
});

test.each([
  ["another machine", { isFromThisMachine: false }, config],
  ["a public product", visitor, { ...config, hosts: [new URL("https://books.example.org")] }],
  ["a product with a mail server", visitor, { ...config, smtpUrl: "smtp://mail.example.org" }],
])("for %s there is no tour", (_case, by, of) => {
  expect(handleTour(by, of).status).toBe(404);
});
