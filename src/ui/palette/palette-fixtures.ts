import { BookIcon, HomeIcon, PersonIcon } from "../icons.ts";
import type { CommandSource, GroupedCommand } from "./palette.ts";

export const sampleCommands: GroupedCommand[] = [
  { id: "home", group: "Go to", label: "Home", icon: HomeIcon, link: { to: "/manager" } },
  { id: "books", group: "Go to", label: "Books", icon: BookIcon, link: { to: "/account" } },
  { id: "account", group: "Go to", label: "Account", icon: PersonIcon, link: { to: "/account" } },
  {
    id: "users",
    group: "Manager",
    label: "Users",
    icon: PersonIcon,
    keywords: "people",
    link: { to: "/manager/users" },
  },
];

const books = [
  ["Middlemarch", "George Eliot"],
  ["The Waves", "Virginia Woolf"],
  ["To the Lighthouse", "Virginia Woolf"],
  ["موسم الهجرة إلى الشمال", "الطيب صالح"],
] as const;

/** Searches by title or author. */
export const bookSource: CommandSource = {
  id: "books",
  group: "Books",
  search: async (term) =>
    books
      .filter((book) => book.join(" ").toLowerCase().includes(term.toLowerCase()))
      .map(([title, author]) => ({
        id: title,
        label: title,
        isName: true,
        hint: author,
        icon: BookIcon,
        run: () => {},
      })),
};
