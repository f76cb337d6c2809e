import { BookIcon, ChartIcon, HomeIcon, PersonIcon } from "../icons.ts";
import type { CommandSource, GroupedCommand } from "./palette.ts";

/** Commands and books as an area would give them, for stories and tests. */
export const sampleCommands: GroupedCommand[] = [
  { id: "home", group: "Go to", label: "Home", icon: HomeIcon, link: { to: "/app" } },
  { id: "books", group: "Go to", label: "Books", icon: BookIcon, link: { to: "/app/books" } },
  { id: "account", group: "Go to", label: "Account", icon: PersonIcon, link: { to: "/app/account" } },
  {
    id: "dashboard",
    group: "Manager",
    label: "Dashboard",
    icon: ChartIcon,
    keywords: "statistics",
    link: { to: "/manager/dashboard" },
  },
];

const books = [
  ["Middlemarch", "George Eliot"],
  ["The Waves", "Virginia Woolf"],
  ["To the Lighthouse", "Virginia Woolf"],
  ["موسم الهجرة إلى الشمال", "الطيب صالح"],
] as const;

/** Finds books by title or author, at once. */
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
