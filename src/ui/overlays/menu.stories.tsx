import type { Meta, StoryObj } from "@storybook/react-vite";
import { EditIcon, MoreIcon, PersonIcon, SignOutIcon, TrashIcon } from "../icons.ts";
import { MenuAnchor, MenuGroup, MenuItem, MenuLink, MenuSeparator } from "./menu-item.tsx";
import { Menu } from "./menu.tsx";

export default {
  component: Menu,
  decorators: [
    (Story, { name }) => (
      <div className="min-h-96" ref={name.startsWith("Open") ? open : undefined}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof Menu>;
type Story = StoryObj<typeof Menu>;

export const Closed: Story = {
  args: {
    label: "More actions",
    trigger: "Actions",
    children: (
      <>
        <MenuItem icon={<EditIcon />}>Edit</MenuItem>
        <MenuItem>Duplicate</MenuItem>
        <MenuSeparator />
        <MenuItem icon={<TrashIcon />} variant="danger">
          Delete
        </MenuItem>
      </>
    ),
  },
};
export const Open: Story = { args: Closed.args };
export const OpenFromIconAtEnd: Story = {
  args: { ...Closed.args, isIconOnly: true, placement: "end", trigger: <MoreIcon className="size-5" /> },
  render: (args) => (
    <div className="flex justify-end">
      <Menu {...args} />
    </div>
  ),
};
export const OpenWithGroups: Story = {
  args: {
    label: "Account menu for Nadia Haddad",
    trigger: "Nadia",
    children: (
      <>
        <MenuGroup
          label={
            <>
              <span className="block font-semibold text-foreground">
                <bdi>Nadia Haddad</bdi>
              </span>
              <span className="block truncate">
                <bdi>nadia.haddad.of.the.long.address@books.example.com</bdi>
              </span>
            </>
          }
        >
          <MenuLink to="/account" icon={<PersonIcon />}>
            Account
          </MenuLink>
          <MenuAnchor href="/favicon.svg">Logo</MenuAnchor>
        </MenuGroup>
        <MenuSeparator />
        <MenuItem icon={<SignOutIcon />}>Log out</MenuItem>
      </>
    ),
  },
};
export const OpenWithRadioItems: Story = {
  args: {
    label: "Order",
    trigger: "Order",
    children: (
      <>
        <MenuItem isChecked={false}>Title</MenuItem>
        <MenuItem isChecked>Author</MenuItem>
        <MenuItem isChecked={false}>الأحدث أولاً</MenuItem>
      </>
    ),
  },
};

function open(element: HTMLElement | null) {
  element?.querySelector<HTMLElement>("[popover=auto]")?.showPopover();
}
