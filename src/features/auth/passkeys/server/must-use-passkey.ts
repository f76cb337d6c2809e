import type { Config } from "#server/config.ts";

type Settings = Pick<Config["auth"], "requirePasskey" | "adminUserIds">;

/** Whether AUTH_REQUIRE_PASSKEY applies to a user: to administrators, if it is `admin`. */
export function mustUsePasskey(
  { requirePasskey, adminUserIds }: Settings,
  { id, role }: { id: string; role: string },
): boolean {
  return requirePasskey === "admin" && (role.split(",").includes("admin") || adminUserIds.includes(id));
}
