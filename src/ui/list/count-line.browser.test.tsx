import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { CountLine } from "./count-line.tsx";

const line = () => page.getByRole("status");
const text = () => line().element().textContent.replaceAll(/\s/g, " ");
const exactly = (count: number) => ({ count, isExact: true });

test.each([
  ["en", "Showing 20 of 10,000+", '10,000+ results for "war"'],
  ["fr", "Affichage de 20 sur + de 10 000", "+ de 10 000 résultats pour « war »"], // optional: fr
  ["ar", "عرض 20 من أكثر من 10,000", "أكثر من 10,000 نتيجة لـ «war»"], // optional: ar
  ["sw", "Inaonyesha 20 kati ya zaidi ya 10,000", "Matokeo zaidi ya 10,000 ya “war”"], // optional: sw
] as const)("an inexact total is marked as a minimum (%s)", async (language, all, searched) => {
  const total = { count: 10_000, isExact: false };
  await renderComponent(<CountLine shown={20} total={total} searchTerm="" />, language);
  expect(text()).toBe(all);
  await renderComponent(<CountLine shown={20} total={total} searchTerm="war" />, language);
  expect(page.getByRole("status").last().element().textContent.replaceAll(/\s/g, " ")).toBe(searched);
});

test("one result is singular", async () => {
  await renderComponent(<CountLine shown={1} total={exactly(1)} searchTerm="war" />);
  expect(text()).toBe('1 result for "war"');
});

test("results of a search or filter are announced, additional rows are not", async () => {
  const { rerender } = await renderComponent(<CountLine shown={20} total={exactly(60)} searchTerm="" />);
  const isAnnounced = () => line().element().getAttribute("aria-live") === "polite";
  await rerender(<CountLine shown={40} total={exactly(60)} searchTerm="" />);
  expect(isAnnounced()).toBe(false);
  await rerender(<CountLine shown={20} total={exactly(31)} searchTerm="" />);
  expect(isAnnounced()).toBe(true);
  await rerender(<CountLine shown={20} total={exactly(31)} searchTerm="war" />);
  expect(isAnnounced()).toBe(true);
  await rerender(<CountLine shown={31} total={exactly(31)} searchTerm="war" />);
  expect(isAnnounced()).toBe(false);
});
