import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { ColumnMenu } from "./column-menu.tsx";
import { columns } from "./fixtures/plants.tsx";

export default { component: ColumnMenu } satisfies Meta<typeof ColumnMenu>;
type Story = StoryObj;

export const Columns: Story = {
  render: function Columns() {
    const [hidden, setHidden] = useState(["family"]);
    return <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />;
  },
};
