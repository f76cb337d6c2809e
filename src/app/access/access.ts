import type { Feature } from "#features/feature.ts";
import {
  type Access,
  createAccess,
  type PermissionDeclarations,
  type Permissions,
  type PermittedUser,
  type Topic,
} from "#rpc/permissions.ts";
import { features } from "../features.ts";

const declared: readonly Feature[] = features;

/** Every resource and action, with the roles that each is granted to (specification, section 6). */
export const permissions: PermissionDeclarations = Object.assign(
  {},
  ...declared.map((feature) => feature.permissions),
);

/** Every topic of live updates, with the permission that is needed to be notified. */
const topics = Object.assign({}, ...declared.map((feature) => feature.topics)) as Record<Topic, Permissions>;

/** Decides who may do what. Its parameter is the list of users who always pass (AUTH_ADMIN_USER_IDS). */
export const accessFor = createAccess(permissions);

/** The topics that a user may be notified about. */
export function topicsOf(user: PermittedUser, access: Access): Topic[] {
  return (Object.keys(topics) as Topic[]).filter((topic) => access.canUser(user, topics[topic]));
}
