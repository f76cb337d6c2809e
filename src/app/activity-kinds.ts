import { type ActivityKinds, ownKinds } from "#features/activity/shared/kinds.ts";
import { bookKind } from "#features/books/shared/activity-kind.ts";
import { viewKind } from "#features/activity/shared/view-kind.ts";
import { genreKind } from "#features/genres/shared/activity-kind.ts";

/**
 * The kinds of things in the activity, by their name in entries (`recordActivity`). Not in feature.ts, which every page
 * loads.
 */
export const activityKinds: ActivityKinds = {
  book: bookKind,
  genre: genreKind,
  view: viewKind,
  ...ownKinds,
};
