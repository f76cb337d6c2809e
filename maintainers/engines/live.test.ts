import { flow, uniqueWord } from "./flow.ts";

flow("two windows show what another user changes", async ({ page, signIn, otherAdmin }) => {
  const word = uniqueWord();
  const others = await otherAdmin();
  const { id } = await others.add({ title: `${word} First` });
  await signIn({ role: "admin" });
  await page.open(`/manager/books?searchTerm=${word}`);
  const form = await page.openAnother(`/manager/books/${id}/update`);

  await page.window.bringToFront();
  await others.add({ title: `${word} Second` });
  await page.text(`2 results for "${word}"`).shown();
  await page.role("link", `${word} Second`).shown();
  await others.change(id, { title: `${word} Third` });
  await page.role("link", `${word} Third`).shown();
  await form.window.bringToFront();
  await form.text("Someone else changed this").shown();
});
