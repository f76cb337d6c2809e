import type { Meta, StoryObj } from "@storybook/react-vite";
import { useRef } from "react";
import { SearchInput } from "../controls/search-input.tsx";
import { DataTable } from "./data-table.tsx";
import { picture, plants, table } from "./fixtures/plants.tsx";
import { ListShortcuts } from "./list-shortcuts.tsx";

type Args = { onEdit: (row: number) => void; onDelete: (row: number) => void };

export default {
  args: { onEdit() {}, onDelete() {} },
  render: function List(args) {
    const searchInput = useRef<HTMLInputElement>(null);
    const rows = useRef<HTMLTableSectionElement>(null);
    return (
      <main className="grid gap-4">
        <h1 tabIndex={-1}>Plants</h1>
        <div className="flex max-w-lg items-center gap-2">
          <SearchInput ref={searchInput} value="" onChange={() => {}} />
          <ListShortcuts searchInput={searchInput} rows={rows} {...args} />
        </div>
        <DataTable
          {...table}
          ref={rows}
          picture={picture}
          rows={plants.slice(0, 4)}
          selection={{ selected: [], onChange() {}, actions: null }}
        />
      </main>
    );
  },
} satisfies Meta<Args>;
type Story = StoryObj<Args>;

export const Closed: Story = {};
export const Open: Story = {
  decorators: [
    (Story) => (
      <div className="min-h-140" ref={open}>
        <Story />
      </div>
    ),
  ],
};

function open(story: HTMLElement | null) {
  story?.querySelector<HTMLElement>("[aria-haspopup=dialog]")?.click();
}
