import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import type { Permissions } from "#rpc/permissions.ts";

/** Resources that need a session: the user's own account, and the areas, which are pages. */
const sessionResources = new Set(["account", "apps"]);

/** Actions that always need a confirmation, which a key can't give, or that only better-auth knows. */
const sessionPermissions = new Set([
  "user:delete",
  "user:impersonate",
  "user:set-password",
  "session:delete",
]);

/** The permissions that the caller can give to an API key: their own, without those that need a session. */
export function keyPermissionsOf(context: OperationContext): string[] {
  const { access } = context;
  const { user } = requireCaller(context);
  return Object.entries(access.declarations)
    .filter(([resource]) => !sessionResources.has(resource))
    .flatMap(([resource, actions]) => Object.keys(actions).map((action) => ({ resource, action })))
    .filter(({ resource, action }) => access.canUser(user, { [resource]: [action] } as Permissions))
    .map(({ resource, action }) => `${resource}:${action}`)
    .filter((permission) => !sessionPermissions.has(permission));
}
