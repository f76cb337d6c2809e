import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ComponentProps } from "react";
import { Cover } from "./cover.tsx";
import { coverDesign, patternFamilies, type PatternFamily } from "./cover-design.ts";

/** In pixels: of each size, where it is used. */
const widths = { thumb: 32, card: 170, large: 400 };

export default {
  component: Cover,
  args: { title: "Pride and Prejudice", author: "Jane Austen", hue: 95 },
  render: (args) => (
    <div style={{ width: widths[args.size ?? "card"], maxWidth: "100%" }}>
      <Cover {...args} />
    </div>
  ),
} satisfies Meta<typeof Cover>;
type Story = StoryObj<typeof Cover>;

export const Card: Story = {};
export const Large: Story = { args: { size: "large" } };
export const Thumb: Story = { args: { size: "thumb" } };
export const Arabic: Story = {
  args: { title: "موسم الهجرة إلى الشمال", author: "الطيب صالح", hue: 75 },
};
export const Chinese: Story = { args: { title: "紅樓夢", author: "曹雪芹", hue: 20 } };
export const LongTitle: Story = {
  args: {
    title:
      "The Life and Strange Surprizing Adventures of Robinson Crusoe, of York, Mariner: Who Lived Eight and Twenty Years, All Alone in an Un-inhabited Island",
    author: "Daniel Defoe, with Many Others Whose Names Are Lost",
    hue: 240,
  },
};
export const LongWord: Story = {
  args: { title: "Donaudampfschifffahrtsgesellschaftskapitän", author: "A. Beamter", hue: 295 },
};

/** Volumes whose covers are of a family, on a paper. */
function volumes(family: PatternFamily, paper: "light" | "dark", count: number) {
  return Array.from({ length: 2_000 }, (_, number) => ({ title: `Volume ${number + 1}`, author: "Various" }))
    .filter((book) => {
      const design = coverDesign({ ...book, hue: 0 });
      return design.family === family && design.paper === paper;
    })
    .slice(0, count);
}

function EveryPattern({ size, width }: { size: ComponentProps<typeof Cover>["size"]; width: number }) {
  const hues = [20, 40, 75, 95, 130, 185, 240, 295, 345];
  const books = patternFamilies.flatMap((family) =>
    (["light", "dark"] as const).flatMap((paper) => volumes(family, paper, 2)),
  );
  return (
    <div className="flex flex-wrap gap-5">
      {books.map((book, index) => (
        <div key={book.title} style={{ width }}>
          <Cover {...book} hue={hues[index % hues.length] ?? 0} size={size} />
        </div>
      ))}
    </div>
  );
}

export const EveryPatternAsThumb: Story = {
  render: () => <EveryPattern size="thumb" width={32} />,
};
export const EveryPatternAsCard: Story = {
  render: () => <EveryPattern size="card" width={150} />,
};
