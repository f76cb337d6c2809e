import type { Meta, StoryObj } from "@storybook/react-vite";
import { Button } from "../controls/button.tsx";
import { BookIcon, HomeIcon, PersonIcon } from "../icons.ts";
import { MenuLink } from "../overlays/menu-item.tsx";
import { AreaLayout } from "./area-layout.tsx";
import { PageHeader } from "./page-header.tsx";
import { UserMenu } from "./user-menu.tsx";

const items = [
  { to: "/manager" as const, label: "Home", icon: HomeIcon, exact: true },
  { to: "/account" as const, label: "Books", icon: BookIcon },
  { to: "/account" as const, label: "Account", icon: PersonIcon },
];

const screen = (
  <>
    <PageHeader title="Books" text="All books by title.">
      <Button>Export</Button>
      <Button variant="primary">New book</Button>
    </PageHeader>
    <p className="mt-6">The content of the screen.</p>
  </>
);

export default {
  component: AreaLayout,
  parameters: { layout: "fullscreen" },
  args: { home: "/manager", groups: [{ items }], isSidebarCollapsed: false, children: screen },
} satisfies Meta<typeof AreaLayout>;
type Story = StoryObj<typeof AreaLayout>;

export const Simple: Story = {};

export const WithTopBar: Story = {
  args: {
    areaName: "Manager",
    groups: [
      {
        heading: "Application",
        items: [{ to: "/manager", label: "Home", icon: HomeIcon, exact: true }],
      },
      { heading: "Configuration", items: [{ to: "/manager", label: "Users", icon: PersonIcon }] },
    ],
    topBar: (
      <UserMenu name="Nadia Khalid" email="nadia@example.com">
        <MenuLink to="/account">Account</MenuLink>
      </UserMenu>
    ),
  },
};

export const Collapsed: Story = { args: { ...WithTopBar.args, isSidebarCollapsed: true } };
