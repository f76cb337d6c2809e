import { accessFor } from "#app/access/access.ts";
import { areasOf } from "#app/access/areas.ts";
import { managerHome } from "#app/features.ts";
import { accountPath, landingPath } from "#app/routing/guards.ts";

const user = { areas: areasOf({ id: "", role: "user" }, accessFor([])) };

/** Where people who aren't administrators land. */
export const userHome = landingPath(user, "");

/** Where administrators land. */
export const adminHome = managerHome;

/** Where the account of the others is. */
export const userAccount = accountPath(user);
