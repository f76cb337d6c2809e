import type { Meta, StoryObj } from "@storybook/react-vite";
import { DataListEmpty, DataListError, DataListLoading, DataListNoMatch } from "./data-list.tsx";

export default { component: DataListEmpty } satisfies Meta<typeof DataListEmpty>;
type Story = StoryObj;

const failure = new Error("relation is missing");

export const Empty: Story = { render: () => <DataListEmpty /> };
export const EmptyWithText: Story = { render: () => <DataListEmpty>No books available</DataListEmpty> };
export const Failed: Story = {
  render: () => <DataListError error={failure} isRetrying={false} onRetry={() => undefined} />,
};
export const Retrying: Story = {
  render: () => <DataListError error={failure} isRetrying onRetry={() => undefined} />,
};
export const NoMatch: Story = {
  render: () => <DataListNoMatch searchTerm="Kusadikika" onClear={() => undefined} />,
};
export const NoMatchArabic: Story = {
  render: () => <DataListNoMatch searchTerm="موسم الهجرة إلى الشمال" onClear={() => undefined} />,
};
export const NoMatchLong: Story = {
  render: () => <DataListNoMatch searchTerm={"Donaudampfschifffahrt".repeat(9)} onClear={() => undefined} />,
};
export const NoMatchOfFilters: Story = {
  render: () => <DataListNoMatch searchTerm="" onClear={() => undefined} />,
};
export const Loading: Story = { render: () => <DataListLoading rows={5} /> };
