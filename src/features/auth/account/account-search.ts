/** The account page's search parameters (specification, section 2). Defaults are absent from the URL. */
export type AccountSearch = {
  /** The open drawer. */
  state?: "change-name";
  /** The new email, after a code was sent to it (decisions: "Account"). */
  newEmail?: string;
  /** An account at a social provider was linked. */
  link?: "added";
  /** The error for which none was linked. */
  error?: string;
};

/** Route options that validate it: `createFileRoute(…)({ ...accountSearch, … })`. Invalid parameters are dropped. */
export const accountSearch = {
  validateSearch,
  search: {
    middlewares: [
      ({ search, next }: { search: AccountSearch; next: (search: AccountSearch) => AccountSearch }) => {
        const { state, newEmail, link, error, ...others } = next(search);
        return { ...others, ...validateSearch({ state, newEmail, link, error }) };
      },
    ],
  },
};

function validateSearch({ state, newEmail, link, error }: Record<string, unknown>): AccountSearch {
  return {
    ...(state === "change-name" && { state }),
    ...(typeof newEmail === "string" && newEmail !== "" && { newEmail }),
    ...(link === "added" && { link }),
    ...(typeof error === "string" && error !== "" && { error }),
  };
}
