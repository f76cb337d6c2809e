import { expect, flow, uniqueWord } from "./flow.ts";

flow(
  "a reader searches, filters, loads more, opens a book, and goes back to the same place",
  async (context) => {
    const { page, signIn, otherAdmin } = context;
    const word = uniqueWord();
    const others = await otherAdmin();
    await others.add({ title: `${word} Verses`, genre: "Poetry" });
    await others.add({ title: `${word} Scenes`, genre: "Drama" });
    await signIn();
    await page.open("/app");
    await page.role("link", "Books").click();
    await page.role("heading", "Books").shown();
    const books = page.role("list", "Books").role("link");

    await page.role("searchbox").fill(word);
    await page.text(`2 results for "${word}"`).shown();
    await page.role("link", "Drama").click();
    await page.text(`1 result for "${word}"`).shown();
    await expect.poll(() => books.texts()).toEqual([expect.stringContaining(`${word} Scenes`)]);
    await page.role("button", "Clear search").click();
    await page.role("link", "All genres").click();
    await page.reached("/app/books");

    await page.role("button", "Load more books").click();
    await expect.poll(async () => (await books.texts()).length).toBe(40);
    const [title = ""] = ((await books.texts())[30] ?? "").split("\n").slice(-2);
    const book = page.role("link", new RegExp(title));
    await book.point(); // Scrolls to it.
    const scrolled = () => page.window.evaluate(() => Math.round(scrollY));
    const before = await scrolled();
    expect(before).toBeGreaterThan(300);
    await book.click();
    await page.reached(/^\/app\/books\/[\da-f-]{36}$/);
    await page.css("main h1").shown();
    await page.window.back();
    await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(3);
    await book.shown();
  },
);

flow("menus, tooltips, the palette and its results are visible and work", async (context) => {
  const { page, signIn, width } = context;
  await signIn({ role: "admin" });
  await page.open("/manager/books");
  const isWide = width > 640;

  if (isWide) {
    await page.role("button", /^Theme/).hover();
    await page.role("tooltip").shown();
    await page.role("button", /^Theme/).click();
    await page.role("menuitemradio", "Dark").click();
    await page.css("html[data-theme=dark]").shown();
    await page.role("menu").gone();
    await page.role("button", /^Language/).click();
    await page.role("menuitemradio", /Français/).click();
    await page.css("html[lang=fr]").shown();
    await page.role("button", /^Langue/).click();
    await page.role("menuitemradio", /English/).click();
    await page.css("html[lang=en]").shown();
  } else {
    await page.role("button", "Open sidebar").click();
    await page.css("aside").role("link", "Genres").click();
    await page.role("heading", "Genres").shown();
    await page.css("aside").gone();
  }
  await page.role("button", /^Account menu for/).click();
  await page.role("menuitem", "Open app").shown();
  await page.window.press("Escape");
  await page.role("menu").gone();

  const palette = page.role("dialog").role("combobox");
  await page.window.press("Control", "k");
  await palette.fill("hawking time");
  const result = page.role("option", /A Brief History of Time/);
  await result.click();
  await page.role("heading", "A Brief History of Time").shown();
  await palette.gone();
});
