import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { BarTable } from "./bar-table.tsx";
import { FigureCard } from "./figure-card.tsx";

const link = { to: "/manager/users", search: { role: "admin" } } as const;

test("bars are rows of a table, with their value, their share of all and a link to their list", async () => {
  await renderComponent(
    <BarTable
      label="Books by genre"
      headings={{ name: "Genre", value: "Books" }}
      bars={[
        { key: "1", name: "Classic", value: 3_000, hue: 90, link },
        { key: "2", name: "Drama", value: 750, hue: 300, link },
        { key: "3", name: "2 other genres", value: 6_250, link: { to: "/manager/users" } },
      ]}
    />,
  );
  const rows = page.getByRole("table", { name: "Books by genre" }).getByRole("row");
  expect(rows.elements().map((row) => row.textContent)).toEqual([
    "GenreBooks",
    "Classic3,00030%",
    "Drama7508%",
    "2 other genres6,25063%",
  ]);
  await expect
    .element(page.getByRole("link", { name: "Classic" }))
    .toHaveAttribute("href", "/manager/users?role=admin");
  const widthOf = (bar: Element | null) => bar?.getBoundingClientRect().width ?? NaN;
  const widths = [...document.querySelectorAll("th > span > span > span")].map(
    (bar) => widthOf(bar) / widthOf(bar.parentElement),
  );
  expect(widths.map((width) => Math.round(width * 100))).toEqual([100, 25]);
});

test("a figure's whole card leads to its list", async () => {
  await renderComponent(
    <div style={{ width: 300 }}>
      <FigureCard label="Books" history={[1_000, 1_234]} link={{ to: "/manager/users" }}>
        +234 in 30 days
      </FigureCard>
    </div>,
  );
  const number = page.getByText("1,234", { exact: true }).element().getBoundingClientRect();
  const target = document.elementFromPoint(number.left + 5, number.top + 5);
  expect(target).toBe(page.getByRole("link", { name: "Books" }).element());
});
