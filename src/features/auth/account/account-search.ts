/** The account page's search parameters (specification, section 2). Defaults are absent from the URL. */
export type AccountSearch = {
  /** The open drawer. */
  state?: "change-name";
  /** The new email, after a code was sent to it (decisions: "Account"). */
  newEmail?: string;
  // optional: social
  /** An account at a social provider was linked. */
  link?: "added";
  /** The error for which none was linked. */
  error?: string;
  // end: social
};

/** Route options that validate it: `createFileRoute(…)({ ...accountSearch, … })`. Invalid parameters are dropped. */
export const accountSearch = {
  validateSearch,
  search: {
    middlewares: [
      ({ search, next }: { search: AccountSearch; next: (search: AccountSearch) => AccountSearch }) => {
        const given = { ...next(search) };
        const valid = validateSearch(given);
        for (const name of names) delete given[name];
        return { ...given, ...valid };
      },
    ],
  },
};

const names = [
  "state",
  "newEmail",
  // optional: social
  "link",
  "error",
  // end: social
] as const;

function validateSearch(given: Record<string, unknown>): AccountSearch {
  return {
    ...(given.state === "change-name" && { state: given.state }),
    ...(isText(given.newEmail) && { newEmail: given.newEmail }),
    // optional: social
    ...(given.link === "added" && { link: given.link }),
    ...(isText(given.error) && { error: given.error }),
    // end: social
  };
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
