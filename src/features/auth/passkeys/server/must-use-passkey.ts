import type { Config } from "#server/config.ts";

type Settings = Pick<Config["auth"], "requirePasskey" | "adminUserIds">;

/** Whether AUTH_REQUIRE_PASSKEY applies to a user: to administrators, if it is `admin`. */
export function mustUsePasskey(settings: Settings, user: { id: string; role: string }): boolean {
  return settings.requirePasskey === "admin" && isAdministrator(settings, user);
}

/** Whether a user is an administrator, by role or by AUTH_ADMIN_USER_IDS. */
export function isAdministrator(
  { adminUserIds }: Pick<Settings, "adminUserIds">,
  { id, role }: { id: string; role: string },
): boolean {
  return role.split(",").includes("admin") || adminUserIds.includes(id);
}
