/** The account page's search parameters (specification, section 2). Defaults are absent from the URL. */
export type AccountSearch = {
  /** The open drawer. */
  state?: "change-name";
  /** The new email, after a code was sent to it (decisions: "Account"). */
  newEmail?: string;
};

/** Route options that validate it: `createFileRoute(…)({ ...accountSearch, … })`. Invalid parameters are dropped. */
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
