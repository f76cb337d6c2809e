import { brand } from "#brand/brand.ts";
import { languageInfo, languages } from "#i18n/languages.ts";
import { expect, test } from "./support/test.ts";
import { otherLanguage } from "../languages.ts";

const titles = {
  en: "Log in or Sign up",
  fr: "Connexion ou inscription", // optional: fr
  ar: "تسجيل الدخول أو إنشاء حساب", // optional: ar
  sw: "Ingia au ujisajili", // optional: sw
};

/** The specification's languages: the direction, and the name in English and in the language itself. */
const specified = {
  en: ["ltr", "English", "English"],
  fr: ["ltr", "French", "Français"], // optional: fr
  ar: ["rtl", "Arabic", "العربية"], // optional: ar
  sw: ["ltr", "Swahili", "Kiswahili"], // optional: sw
} as const;

async function login(url: string, headers: Record<string, string> = {}, query = "") {
  const response = await fetch(`${url}/login${query}`, { headers });
  const html = await response.text();
  const tag = /<html[^>]*>/.exec(html)?.[0] ?? "";
  return { html, tag, lang: /lang="(\w+)"/.exec(tag)?.[1], cookies: response.headers.getSetCookie() };
}

test.for(languages)(
  "$name: the HTML is in this language, without texts of the others",
  { tags: "smoke" },
  async ({ key }, { server }) => {
    const { html, tag } = await login(server.url, { "accept-language": key });
    expect(tag).toContain(`lang="${key}"`);
    expect(tag).toContain(`dir="${specified[key][0]}"`);
    expect(html).toContain(titles[key]);
    for (const other of languages.filter((language) => language.key !== key)) {
      expect(html).not.toContain(titles[other.key]);
    }
  },
);

test("the language comes from the URL, then the cookie, then the browser, then it is English", async ({
  server,
}) => {
  const accept = { "accept-language": `en;q=0.4, ${otherLanguage}-CA;q=0.9, xx` };
  const cookie = { ...accept, cookie: "i18next=en" };
  expect((await login(server.url, cookie, `?lng=${otherLanguage}`)).lang).toBe(otherLanguage);
  expect((await login(server.url, cookie)).lang).toBe("en");
  expect((await login(server.url, accept)).lang).toBe(otherLanguage);
  expect((await login(server.url, { "accept-language": "xx" })).lang).toBe("en");
  expect((await login(server.url, { cookie: "i18next=xx" }, "?lng=yy")).lang).toBe("en");
});

test("a language in the URL is stored for 30 days, also without JavaScript", async ({ server }) => {
  const { cookies } = await login(server.url, {}, `?lng=${otherLanguage}`);
  const cookie = cookies.find((cookie) => cookie.startsWith("i18next="));
  expect(cookie).toMatch(new RegExp(`^i18next=${otherLanguage};`));
  expect(cookie).toMatch(/Max-Age=2592000/i);
  expect(cookie).toMatch(/Path=\//i);
  expect(cookie).toMatch(/SameSite=lax/i);
});

// optional: ar
test.for([true, false])(
  "switching the language is remembered (JavaScript: %s)",
  async (javaScript, { newPage }) => {
    const page = await newPage({ javaScript });
    await page.goto("/login?redirect=%2Fapp");
    await page.getByRole("button", { name: "Language: English" }).click();
    const choice = page.getByRole("menuitemradio", { name: "Arabic العربية" });
    expect(await page.getByRole("menuitemradio", { name: "English English" }).isChecked()).toBe(true);
    expect(await page.getByRole("menuitemradio").allTextContents()).toEqual(
      Object.values(specified).map(([, name, own]) => name + own),
    );
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("16px");
    await choice.click();
    await page.getByRole("heading", { name: titles.ar }).waitFor();
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    await expect.poll(() => page.title()).toBe(`${titles.ar} | ${brand.name}`);
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("19.2px");
    const cookie = (await page.context().cookies()).find(({ name }) => name === "i18next");
    expect(cookie).toMatchObject({ value: "ar", path: "/", sameSite: "Lax" });
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeCloseTo(43_200 * 60, -2);
    await page.goto("/login");
    await page.getByRole("heading", { name: titles.ar }).waitFor();
  },
);
// end: ar

test("a language that is chosen on the page replaces the one in its URL for good", async ({ newPage }) => {
  const page = await newPage();
  await page.goto(`/login?lng=${otherLanguage}&redirect=%2Fapp`);
  await page.getByRole("heading", { name: titles[otherLanguage] }).waitFor();
  await page.getByRole("button", { name: languageInfo(otherLanguage).name }).click();
  await page.getByRole("menuitemradio", { name: /English/ }).click();
  await page.getByRole("heading", { name: titles.en }).waitFor();
  expect(new URL(page.url()).search).toBe("?redirect=%2Fapp");
  await page.reload();
  await page.getByRole("heading", { name: titles.en }).waitFor();
});

test("the language in local or session storage is used if neither URL nor cookie has one, and the one in use is kept in local storage", async ({
  newPage,
}) => {
  const page = await newPage();
  const kept = () => page.evaluate(() => localStorage.getItem("i18nextLng"));
  await page.goto("/login");
  await expect.poll(kept).toBe("en");
  const reopen = async () => {
    await page.context().clearCookies();
    await page.reload();
  };
  await page.evaluate((language) => {
    localStorage.removeItem("i18nextLng");
    sessionStorage.setItem("i18nextLng", language);
  }, otherLanguage);
  await reopen();
  await page.getByRole("heading", { name: titles[otherLanguage] }).waitFor();
  await expect.poll(kept).toBe(otherLanguage);
  await page.evaluate(() => localStorage.setItem("i18nextLng", "en"));
  await reopen();
  await page.getByRole("heading", { name: titles.en }).waitFor();
  await page.goto(`/login?lng=${otherLanguage}`);
  await page.getByRole("heading", { name: titles[otherLanguage] }).waitFor();
  await expect.poll(kept).toBe(otherLanguage);
});

test("a language that the product doesn't have is passed over, wherever it is, and its region is ignored", async ({
  newPage,
}) => {
  const page = await newPage();
  await page.goto("/login");
  const open = async (stored: { local: string; session: string; cookie: string; query: string }) => {
    await page.evaluate(({ local, session, cookie }) => {
      localStorage.setItem("i18nextLng", local);
      sessionStorage.setItem("i18nextLng", session);
      document.cookie = `i18next=${cookie}; path=/`;
    }, stored);
    await page.goto(`/login${stored.query}`);
  };
  const regional = `${otherLanguage}-CA`;
  const passed = { local: "zz", session: "zz", cookie: "zz", query: "?lng=zz" };
  for (const stored of [
    { ...passed, session: regional },
    { ...passed, local: regional },
    { ...passed, cookie: regional, local: "en", session: "en" },
    { ...passed, query: `?lng=${regional}`, cookie: "en", local: "en" },
  ]) {
    await open(stored);
    await page.getByRole("heading", { name: titles[otherLanguage] }).waitFor();
  }
});

test.for(["light", "dark", "system"] as const)(
  "the %s theme is in the HTML, and remembered",
  async (theme, { server, newPage }) => {
    const { tag } = await login(server.url, { cookie: `theme=${theme}` });
    expect(tag).toContain(`data-theme="${theme}"`);
    const page = await newPage({ theme });
    await page.goto("/login");
    expect(await page.locator("html").getAttribute("data-theme")).toBe(theme);
  },
);

test("switching the theme has an immediate effect, and local storage overrides the cookie", async ({
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

  // Without the cookie, the theme from local storage is applied before the first paint.
  await page.context().clearCookies({ name: "theme" });
  await page.reload({ waitUntil: "commit" });
  await page.locator("body").waitFor();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
});
