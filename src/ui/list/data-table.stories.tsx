import type { Meta, StoryObj } from "@storybook/react-vite";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { Button, IconButton } from "../controls/button.tsx";
import { MoreIcon } from "../icons.ts";
import { CountLine } from "./count-line.tsx";
import { DataTable } from "./data-table.tsx";
import { columns, picture, plants, createPlantRouter, table } from "./fixtures/plants.tsx";

export default { component: DataTable, parameters: { layout: "fullscreen" } } satisfies Meta<
  typeof DataTable
>;
type Story = StoryObj;

export const Plain: Story = {
  render: () => <DataTable {...table} columns={unsorted} rows={plants.slice(0, 5)} />,
};
const unsorted = columns.map(({ sort: _sort, ...column }) => column);

export const Sorted: Story = {
  render: () => <DataTable {...table} picture={picture} rows={plants.slice(0, 5)} sort="-height" />,
};

export const WithActions: Story = {
  render: () => (
    <DataTable
      {...table}
      rows={plants.slice(0, 4)}
      rowActions={({ name }) => (
        <IconButton label={`Actions for ${name}`}>
          <MoreIcon className="size-5" />
        </IconButton>
      )}
    />
  ),
};

export const SomeSelected: Story = {
  render: function SomeSelected() {
    const [selected, setSelected] = useState(["plant-2", "plant-3"]);
    return (
      <DataTable
        {...table}
        picture={picture}
        rows={plants.slice(0, 5)}
        sort="name"
        above={<CountLine shown={5} total={{ count: 60, isExact: true }} searchTerm="" />}
        selection={{ selected, onChange: setSelected, actions: <Button variant="danger">Delete</Button> }}
      />
    );
  },
};

const completeList = (path?: string): Story => ({
  render: function CompleteList() {
    const [router] = useState(() => createPlantRouter(path) as never);
    return <RouterProvider router={router} />;
  },
});

export const Complete: Story = completeList();
export const CompleteWithSelection: Story = completeList("/?sort=-height&selected=plant-5,plant-8");
export const CompleteWithoutMatch: Story = completeList("/?searchTerm=orchid&family=Rosaceae");
