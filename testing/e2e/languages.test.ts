import { languages } from "#i18n/languages.ts";
import { expect, test } from "./support/test.ts";

const titles = {
  en: "Log in or Sign up",
  fr: "Connexion ou inscription",
  ar: "تسجيل الدخول أو إنشاء حساب",
  sw: "Ingia au ujisajili",
};

async function login(url: string, headers: Record<string, string> = {}, query = "") {
  const response = await fetch(`${url}/login${query}`, { headers });
  const html = await response.text();
  const tag = /<html[^>]*>/.exec(html)?.[0] ?? "";
  return { html, tag, lang: /lang="(\w+)"/.exec(tag)?.[1], cookies: response.headers.getSetCookie() };
}

test.for(languages)(
  "$name: the server's page is in it, and brings no other language along",
  async ({ key, dir }, { server }) => {
    const { html, tag } = await login(server.url, { "accept-language": key });
    expect(tag).toContain(`lang="${key}"`);
    expect(tag).toContain(`dir="${dir}"`);
    expect(html).toContain(titles[key]);
    for (const other of languages.filter((language) => language.key !== key)) {
      expect(html).not.toContain(titles[other.key]);
    }
  },
);

test("the language is the URL's, then the cookie's, then the browser's, then English", async ({ server }) => {
  const accept = { "accept-language": "sw;q=0.4, fr-CA;q=0.9, de" };
  const cookie = { ...accept, cookie: "i18next=ar" };
  expect((await login(server.url, cookie, "?lng=en")).lang).toBe("en");
  expect((await login(server.url, cookie)).lang).toBe("ar");
  expect((await login(server.url, accept)).lang).toBe("fr");
  expect((await login(server.url, { "accept-language": "de" })).lang).toBe("en");
  expect((await login(server.url, { cookie: "i18next=xx" }, "?lng=yy")).lang).toBe("en");
});

test("a language chosen in the URL is kept for 30 days, without JavaScript as well", async ({ server }) => {
  const { cookies } = await login(server.url, {}, "?lng=fr");
  const kept = cookies.find((cookie) => cookie.startsWith("i18next="));
  expect(kept).toMatch(/^i18next=fr;/);
  expect(kept).toMatch(/Max-Age=2592000/i);
  expect(kept).toMatch(/Path=\//i);
  expect(kept).toMatch(/SameSite=lax/i);
});

test.for([true, false])(
  "someone switches the language, and it stays (JavaScript: %s)",
  async (javaScript, { newPage }) => {
    const page = await newPage({ javaScript });
    await page.goto("/login?redirect=%2Fapp");
    await page.getByRole("button", { name: "Language: English" }).click();
    const choice = page.getByRole("menuitemradio", { name: "Arabic العربية" });
    expect(await page.getByRole("menuitemradio", { name: "English English" }).isChecked()).toBe(true);
    await choice.click();
    await page.getByRole("heading", { name: titles.ar }).waitFor();
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    await expect.poll(() => page.title()).toBe(`${titles.ar} | Flyleaf`);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("19.2px");
    await page.goto("/login");
    await page.getByRole("heading", { name: titles.ar }).waitFor();
  },
);

test("a language in the browser's storage counts where neither URL nor cookie names one", async ({
  newPage,
}) => {
  const page = await newPage();
  await page.addInitScript(() => localStorage.setItem("i18nextLng", "sw"));
  await page.goto("/login");
  await page.getByRole("heading", { name: titles.sw }).waitFor();
  await page.goto("/login?lng=fr");
  await page.getByRole("heading", { name: titles.fr }).waitFor();
});

test.for(["light", "dark", "system"] as const)(
  "the %s theme is in the server's page, and stays",
  async (theme, { server, newPage }) => {
    const { tag } = await login(server.url, { cookie: `theme=${theme}` });
    expect(tag).toContain(`data-theme="${theme}"`);
    const page = await newPage({ theme });
    await page.goto("/login");
    expect(await page.locator("html").getAttribute("data-theme")).toBe(theme);
  },
);

test("someone switches the theme; it shows at once, and local storage has the last word", async ({
  newPage,
}) => {
  const page = await newPage();
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/login");
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByRole("button", { name: "Theme: System" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  expect(await background()).not.toBe(light);
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
  await page.getByRole("button", { name: "Theme: Dark" }).waitFor();

  // The cookie is wrong now: what was chosen shows all the same, before anything is painted.
  await page.context().clearCookies({ name: "theme" });
  await page.reload({ waitUntil: "commit" });
  await page.locator("body").waitFor();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
});
