import { beforeAll, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import "#ui/styles/app.css";
import { Cover } from "./cover.tsx";

const longest = { title: "W".repeat(200), author: "M".repeat(200) };

const books = [
  { title: "Emma", author: "Jane Austen" },
  { title: "موسم الهجرة إلى الشمال", author: "الطيب صالح" },
  { title: "حكاية طويلة جدا ".repeat(12).trim(), author: "مجهول ".repeat(30).trim() },
  { title: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter", author: "A. Beamter" },
  { title: "and so it went on, ".repeat(10).trim(), author: "Author of the Many Names ".repeat(7).trim() },
  {
    title: "Donaudampfschifffahrtsgesellschaftskapitän",
    author: "Donaudampfschifffahrtsgesellschaftskapitän",
  },
  { title: "verantwortungsbewusst".repeat(5).slice(0, 100), author: "A. Beamter" },
  { title: "الديمقراطية".repeat(9), author: "مجهول" },
  { title: "📚".repeat(50), author: "🐛 🦉" },
  { title: "紅樓夢".repeat(60), author: "曹雪芹" },
  longest,
];

beforeAll(async () => {
  const faces = ["600 1em 'Literata Variable'", "500 1em 'Instrument Sans Variable'", "600 1em Vazirmatn"];
  await Promise.all(faces.map((face) => document.fonts.load(face, "Aaع")));
});

function box(element: Element | null) {
  if (!element) throw new Error("There is no such element.");
  return element.getBoundingClientRect();
}

/** The boxes of an element's lines, without those that are cut off. */
function lines(element: Element | null) {
  const range = document.createRange();
  if (element) range.selectNodeContents(element);
  return [...range.getClientRects()].filter(({ top }) => top < box(element).bottom - 2);
}

for (const width of [120, 170, 400]) {
  test.each(books)(
    `at ${width} px $title stays within the label, and the label within the cover`,
    async (book) => {
      const { container } = await render(
        <div style={{ width }}>
          <Cover {...book} hue={20} />
        </div>,
      );
      const cover = box(container.querySelector(".cover"));
      const label = container.querySelector(".cover-label");
      expect(cover.height).toBeCloseTo(width * 1.6, 0);
      expect(box(label).bottom).toBeLessThan(cover.bottom - width * 0.05);
      expect(box(label).left).toBeGreaterThan(cover.left);
      expect(box(label).right).toBeLessThan(cover.right);
      expect(label?.scrollHeight).toBeLessThanOrEqual(label?.clientHeight ?? 0);

      for (const name of [".cover-title", ".cover-author"]) {
        const text = container.querySelector(name);
        expect(box(text).bottom, name).toBeLessThan(box(label).bottom);
        for (const line of lines(text)) {
          expect(line.left, name).toBeGreaterThanOrEqual(box(text).left);
          expect(line.right, name).toBeLessThanOrEqual(box(text).right);
        }
      }
    },
  );
}

test("a title that fits has no ellipsis", async () => {
  const titles = ["Emma", "The Left Hand of Darkness", "Tutunamayanlar", "Преступление и наказание"];
  const { container } = await render(
    <div style={{ width: 170 }}>
      {titles.map((title) => (
        <Cover key={title} title={title} author="Author" hue={20} />
      ))}
    </div>,
  );
  for (const title of container.querySelectorAll(".cover-title")) {
    expect(title.scrollHeight, title.textContent ?? "").toBeLessThanOrEqual(title.clientHeight);
  }
});

test("a cover scales with its container", async () => {
  const { container } = await render(
    <>
      {[32, 320].map((width) => (
        <div key={width} style={{ width }}>
          <Cover title="Emma" author="Jane Austen" hue={95} />
        </div>
      ))}
    </>,
  );
  const [small, large] = [...container.querySelectorAll(".cover-label")].map((label) => box(label).width);
  expect((large ?? 0) / (small ?? 1)).toBeCloseTo(10, 0);
});

test.each([
  ["Emma", "none"],
  ["موسم الهجرة إلى الشمال", "-1 1"],
])("the spine of %s is on the side of its script's direction", async (title, mirrored) => {
  for (const size of ["thumb", "card"] as const) {
    const { container } = await render(<Cover title={title} author="" hue={20} size={size} />);
    const cover = container.querySelector(".cover");
    expect(cover && getComputedStyle(cover, "::after").scale).toBe(mirrored);
  }
});

test("thumbs show all patterns at the same scale", async () => {
  const widths = new Set<string>();
  for (const title of ["Emma", "Kusadikika", "Dom Casmurro", "The Hobbit", "Leaves of Grass", "1984"]) {
    const { container } = await render(<Cover title={title} author="" hue={20} size="thumb" />);
    const cover = container.querySelector<HTMLElement>(".cover");
    if (!cover) throw new Error("There is no cover.");
    const tile = Number(getComputedStyle(cover).getPropertyValue("--tile-width"));
    const shown = parseFloat(getComputedStyle(cover, "::before").maskSize);
    widths.add((shown / tile / (cover.clientWidth / 100)).toFixed(2));
  }
  expect([...widths]).toEqual(["2.60"]);
});
