import type { Meta, StoryObj } from "@storybook/react-vite";
import { CommandPaletteDialog } from "./command-palette-dialog.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { bookSource, sampleCommands } from "./palette-fixtures.ts";
import { PaletteButton } from "./palette-button.tsx";
import type { CommandSource } from "./palette.ts";

export default {
  component: CommandPaletteDialog,
  args: { commands: sampleCommands, sources: [bookSource], onClosed: () => {} },
} satisfies Meta<typeof CommandPaletteDialog>;
type Story = StoryObj<typeof CommandPaletteDialog>;

const never: CommandSource = { id: "never", group: "Books", search: () => new Promise(() => {}) };
const failing: CommandSource = {
  id: "failing",
  group: "Books",
  search: () => Promise.reject(new Error("There is no connection")),
};

/** Types a term. */
function typeTerm(container: HTMLElement | null, term: string) {
  const input = container?.querySelector("input");
  if (input?.value !== "") return;
  input.setRangeText(term);
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

const withTerm = (term: string): Pick<Story, "render"> => ({
  render: (args) => (
    <div ref={(container) => typeTerm(container, term)}>
      <CommandPaletteDialog {...args} />
    </div>
  ),
});

export const Open: Story = {};
export const Filtered: Story = withTerm("book");
export const Results: Story = withTerm("Virginia");
export const ResultsInArabic: Story = withTerm("الطيب");
export const Searching: Story = { ...withTerm("Mid"), args: { sources: [never] } };
export const NoResults: Story = {
  ...withTerm("a word that does not exist, in a sentence that is quite long"),
  args: { sources: [] },
};
export const Failed: Story = { ...withTerm("theme"), args: { sources: [failing] } };
export const LongTexts: Story = {
  args: {
    commands: [
      {
        id: "long",
        group: "Books",
        isName: true,
        label:
          "The life and strange surprising adventures of Robinson Crusoe, of York, mariner: who lived eight and twenty years all alone",
        hint: "Written by himself, that is by Daniel Defoe",
        run: () => {},
      },
      {
        id: "word",
        group: "Books",
        isName: true,
        label: "Donaudampfschifffahrtsgesellschaftskapitänswitwe",
        run: () => {},
      },
    ],
  },
};
export const Button: Story = {
  render: () => (
    <div className="flex justify-end">
      <CommandPalette commands={sampleCommands} sources={[bookSource]} />
      <PaletteButton />
    </div>
  ),
};
