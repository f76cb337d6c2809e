import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { languages } from "#i18n/languages.ts";
import { projectDir } from "#server/project-dir.ts";
import { handleMailTemplates, mailTemplates } from "./mail-templates.server.ts";

const visitor = { isFromThisMachine: true };
const config = { smtpUrl: undefined, hosts: [new URL("http://localhost:3000")], host: "127.0.0.1" };
const open = (path: string, by = visitor, of: Parameters<typeof handleMailTemplates>[2] = config) =>
  handleMailTemplates(new Request(`http://localhost:3000${path}`), by, of);

/** The subjects in the texts of mails, with anything in place of what they name. */
function subjects(): RegExp[] {
  const files = globSync("src/features/**/mails/messages/en.json", { cwd: projectDir });
  const found: string[] = [];
  for (const file of files)
    JSON.parse(readFileSync(`${projectDir}/${file}`, "utf8"), (key, value: unknown) => {
      if (key === "subject") found.push(String(value));
      return value;
    });
  return found.map((text) => new RegExp(`^${RegExp.escape(text).replaceAll(/\\\{\\\{\w+\\\}\\\}/g, ".+")}$`));
}

test("every mail that has texts is shown, and only folders of mails render any", async () => {
  const templates = Object.values(await mailTemplates());
  const shown = await Promise.all(templates.map(({ render, properties }) => render("en", { ...properties })));
  expect(subjects().length).toBeGreaterThan(10);
  for (const subject of subjects())
    expect(shown.filter((mail) => subject.test(mail.subject)).length, String(subject)).toBeGreaterThan(0);
  const sources = globSync("src/**/*.{ts,tsx}", { cwd: projectDir });
  const rendering = sources.filter((file) =>
    /import \{[^}]*\brenderMail\b/.test(readFileSync(`${projectDir}/${file}`, "utf8")),
  );
  for (const file of rendering) expect(file).toMatch(/\/mails\/|layout\.test/);
});

test("each is shown in each language, and linked from the list", async () => {
  const list = await (await open("/dev/mails")).text();
  for (const name of Object.keys(await mailTemplates()))
    for (const { key, dir } of languages) {
      const path = `/dev/mails/${name}?language=${key}`;
      expect(list).toContain(`href="${path}"`);
      const response = await open(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text()).toMatch(new RegExp(`&#60;html[^>]*dir=&#34;${dir}&#34;`));
    }
});

test("properties in the address replace the examples, and are escaped", async () => {
  const attack = `</iframe><script>alert(1)</script>"'`;
  const search = new URLSearchParams({ name: attack, language: "en" });
  const text = await (await open(`/dev/mails/notice-emailChanged?${search}`)).text();
  expect(text).not.toMatch(/<script/);
  expect(text).toContain("&#60;script&#62;alert(1)");
  expect(text).not.toContain("new@example.com");
});

test.each([
  ["/dev/mails/unknown", 404],
  ["/dev/mails/__proto__", 404],
  ["/dev/mails/toString", 404],
  ["/dev/mails/%00", 404],
  ["/dev/mails/notice-newDevice?language=xx", 400],
  ["/dev/mails/notice-newDevice?language=", 400],
  ["/dev/mails/notice-newDevice?language=en&language=en", 400],
  ["/dev/mails/notice-newDevice?other=1", 400],
  ["/dev/mails/notice-newDevice?__proto__=1", 400],
  [`/dev/mails/notice-newDevice?name=${"x".repeat(301)}`, 400],
  ["/dev/mails/notice-newDevice?name=%00%F0%9F%ED&time=&browser=", 200],
])("%s responds with %i", async (path, status) => {
  const response = await open(path);
  expect(response.status).toBe(status);
  expect(await response.text()).toContain("/dev/mails/notice-newDevice");
});

test("only this machine sees them, and only with the embedded mailbox", async () => {
  for (const path of ["/dev/mails", "/dev/mails/notice-newDevice"]) {
    expect((await open(path, { isFromThisMachine: false })).status).toBe(404);
    expect((await open(path, visitor, { ...config, smtpUrl: "smtp://mail.example" })).status).toBe(404);
    expect((await open(path, visitor, { ...config, host: "0.0.0.0" })).status).toBe(404);
  }
});
