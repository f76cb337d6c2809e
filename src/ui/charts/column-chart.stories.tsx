import type { Meta, StoryObj } from "@storybook/react-vite";
import { sampleColumns } from "./chart-fixtures.ts";
import { ColumnChart } from "./column-chart.tsx";

export default {
  component: ColumnChart,
  args: {
    label: "Logins per day",
    headings: { name: "Day", value: "Logins" },
    columns: sampleColumns(30),
  },
} satisfies Meta<typeof ColumnChart>;
type Story = StoryObj<typeof ColumnChart>;

export const Accent: Story = {};
export const Warm: Story = { args: { tone: "warm" } };
export const Narrow: Story = {
  render: (args) => (
    <div className="max-w-60">
      <ColumnChart {...args} />
    </div>
  ),
};
export const LargeNumbers: Story = { args: { columns: sampleColumns(30, 100_000) } };
/** The tooltip of a column at the end stays within the chart. */
export const Focused: Story = {
  render: (args) => (
    <div className="pt-8" ref={(element) => element?.querySelector<HTMLElement>("a[tabindex='0']")?.focus()}>
      <ColumnChart {...args} />
    </div>
  ),
};
