/** What the account page keeps in its URL (specification, section 2): its default, an empty text, is absent. */
export type AccountSearch = {
  /** Which drawer is open. */
  state?: "change-name";
  /** The address that the person wants to have, once a code was sent to it (decisions: "Account"). */
  newEmail?: string;
};

/** The route's search, for `createFileRoute(…)({ ...accountSearch, … })`. Whatever the URL holds, a search comes out. */
export const accountSearch = {
  validateSearch,
  search: {
    middlewares: [
      ({ search, next }: { search: AccountSearch; next: (search: AccountSearch) => AccountSearch }) => {
        const { state, newEmail, ...others } = next(search);
        return { ...others, ...validateSearch({ state, newEmail }) };
      },
    ],
  },
};

function validateSearch({ state, newEmail }: Record<string, unknown>): AccountSearch {
  return {
    ...(state === "change-name" && { state }),
    ...(typeof newEmail === "string" && newEmail !== "" && { newEmail }),
  };
}
