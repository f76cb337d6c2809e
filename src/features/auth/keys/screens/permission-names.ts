import { useTranslation } from "#i18n/use-translation.tsx";
import type { Texts } from "#i18n/texts.gen.ts";
import { resourceNames } from "../../shared/resource-names.ts";

/** Permissions by resource: `book:read` and `book:create` are `["book", ["read", "create"]]`. */
export function groupPermissions(permissions: readonly string[]): [resource: string, actions: string[]][] {
  const groups = new Map<string, string[]>();
  for (const permission of permissions) {
    const [resource = "", action = ""] = permission.split(":", 2);
    groups.set(resource, [...(groups.get(resource) ?? []), action]);
  }
  return [...groups];
}

type Names = Texts["authKeys"];

/** The names of resources and actions in the reader's language; features name their own. */
export function usePermissionNames() {
  const { t, i18n } = useTranslation("authKeys");
  function resourceName(resource: string): string {
    if (i18n.exists(`authKeys:resources.${resource}`))
      return t(`resources.${resource as keyof Names["resources"]}`);
    const name = resourceNames[resource];
    return name ? t(name) : resource;
  }
  const actionName = (action: string) =>
    i18n.exists(`authKeys:actions.${action}`) ? t(`actions.${action as keyof Names["actions"]}`) : action;
  return { resourceName, actionName };
}
