import type { Meta, StoryObj } from "@storybook/react-vite";
import { SaveConflict, type ConflictFields } from "./save-conflict.tsx";

type Plant = { name: string; place: string | null };

const fields: ConflictFields<Plant> = {
  name: { name: "users:fields.name" },
  place: { name: "users:fields.email" },
};

const meta = {
  component: SaveConflict<Plant>,
  args: { isOpen: true, onClose() {}, onCreateAgain() {}, fields },
} satisfies Meta<typeof SaveConflict<Plant>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const BothChanged: Story = {
  args: {
    conflict: {
      kind: "changed",
      mine: { name: "Common fern, which grows in the shade of old walls", place: null },
      theirs: { name: "سرخس", place: "Hall" },
      fields: ["name", "place"],
      savedBy: "نادية حدّاد",
      savedAt: new Date(),
      answer() {},
    },
  },
};
export const Deleted: Story = { args: { conflict: { kind: "deleted" } } };
