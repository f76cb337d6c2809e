import type { Meta, StoryObj } from "@storybook/react-vite";
import { LanguageSwitcher } from "./language-switcher.tsx";

export default { component: LanguageSwitcher } satisfies Meta<typeof LanguageSwitcher>;
type Story = StoryObj<typeof LanguageSwitcher>;

export const WithName: Story = {};
export const IconOnly: Story = { args: { isIconOnly: true } };
export const Open: Story = {
  render: () => (
    <div
      className="min-h-80"
      ref={(element) => element?.querySelector<HTMLElement>("[role=menu]")?.showPopover()}
    >
      <LanguageSwitcher />
    </div>
  ),
};
