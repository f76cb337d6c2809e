import type { LinkProps } from "@tanstack/react-router";
import { Avatar } from "#ui/display/avatar.tsx";
import type { Command } from "#ui/palette/palette.ts";
import { searchUsers } from "../queries.ts";

/** Users by name and email, for the command palette. */
export async function findUserCommands(term: string, signal: AbortSignal): Promise<Command[]> {
  const users = await searchUsers(term, signal);
  return users.map(({ id, name, email }): Command => ({
    id,
    label: name ?? email,
    isName: true,
    hint: name ? email : "",
    icon: () => <Avatar id={id} name={name} size="small" />,
    link: { to: `/manager/users/${id}` as LinkProps["to"] },
  }));
}
