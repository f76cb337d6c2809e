import type { Meta, StoryObj } from "@storybook/react-vite";
import { ThemeSwitcher } from "./theme-switcher.tsx";

export default { component: ThemeSwitcher } satisfies Meta<typeof ThemeSwitcher>;
type Story = StoryObj<typeof ThemeSwitcher>;

export const WithName: Story = {};
export const IconOnly: Story = { args: { isIconOnly: true } };
