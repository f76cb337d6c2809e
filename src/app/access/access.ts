import type { Feature } from "#features/feature.ts";
import { createAccess, type PermissionDeclarations } from "#rpc/permissions.ts";
import type { Permissions } from "#rpc/permissions.ts"; // optional: activity, dashboard
import { features } from "../features.ts";
import type { PageUser } from "../page/page.ts"; // optional: activity, dashboard

const declared: readonly Feature[] = features;

/** Every resource and action, with the roles that each is granted to (specification, section 6). */
export const permissions: PermissionDeclarations = Object.assign(
  {},
  ...declared.map((feature) => feature.permissions),
);

/** Decides who may do what. Its parameter is the list of users who always pass (AUTH_ADMIN_USER_IDS). */
export const accessFor = createAccess(permissions);

// optional: activity, dashboard
/**
 * Whether a page's user has permissions (specification, section 6). It decides what a page loads and shows; every operation
 * checks its own permission on the server.
 */
export function can(user: PageUser, permissions: Permissions): boolean {
  return accessFor(user.isAlwaysPermitted ? [user.id] : []).canUser(user, permissions);
}
// end: activity, dashboard
