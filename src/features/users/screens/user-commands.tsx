import { Avatar } from "#ui/display/avatar.tsx";
import { userRecords } from "../queries.ts";
import type { ListedUser } from "../schema.ts";

/** Users by name and email, for the command palette. */
export const userCommands = {
  ...userRecords,
  hintOf: ({ name, email }: ListedUser) => (name ? email : ""),
  iconOf:
    ({ id, name }: ListedUser) =>
    () => <Avatar id={id} name={name} size="small" />,
};
