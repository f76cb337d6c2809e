import type { Meta, StoryObj } from "@storybook/react-vite";
import { PlantList } from "./fixtures/plant-list.tsx";

export default { component: PlantList, args: { onEdit() {}, onDelete() {} } } satisfies Meta<
  typeof PlantList
>;
type Story = StoryObj<typeof PlantList>;

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
