import type { Feature } from "#features/feature.ts";
import { createAccess, type PermissionDeclarations } from "#rpc/permissions.ts";
import { features } from "../features.ts";

const declared: readonly Feature[] = features;

/** Every resource and action, with the roles that each is granted to (specification, section 6). */
export const permissions: PermissionDeclarations = Object.assign(
  {},
  ...declared.map((feature) => feature.permissions),
);

/** Decides who may do what. Its parameter is the list of users who always pass (AUTH_ADMIN_USER_IDS). */
export const accessFor = createAccess(permissions);
