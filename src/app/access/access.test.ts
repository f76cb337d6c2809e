import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Permissions } from "#rpc/permissions.ts";
import { allOf } from "../../../testing/feature-testing.ts";
import { accessFor, permissions as declared } from "./access.ts";

const { can } = accessFor([]);

const permissionsArbitrary = fc.record(
  Object.fromEntries(
    Object.entries(declared).map(([resource, actions]) => [resource, fc.subarray(Object.keys(actions))]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<Permissions>;

const roleArbitrary = fc
  .array(fc.constantFrom("admin", "user", "", "owner", "constructor", "__proto__", "Admin", " admin"))
  .map((names) => names.join(","));

describe("the permissions of the specification's section 6", () => {
  /** The actions that a role is granted, by resource. */
  const grantedTo = (role: string) =>
    Object.fromEntries(
      Object.entries(declared).map(([resource, actions]) => [
        resource,
        Object.entries(actions).flatMap(([action, roles]) => (roles.includes(role as never) ? [action] : [])),
      ]),
    );

  const ofFeatures = (role: "user" | "admin") =>
    Object.assign({}, ...allOf("permissions").map((permissions) => permissions[role])) as object;

  test("are those of its table; features may add to it", () => {
    expect(grantedTo("user")).toEqual({
      user: [],
      session: [],
      apiKey: [], // optional: api-keys
      account: ["update"],
      apps: [
        "app", // optional: app
      ],
      ...ofFeatures("user"),
    });
    expect(grantedTo("admin")).toEqual({
      user: [
        "create",
        "list",
        "set-role",
        "ban",
        "impersonate", // optional: impersonation
        "delete",
        "set-password",
        "get",
        "update",
      ],
      session: ["list", "revoke", "delete"],
      apiKey: ["list", "revoke"], // optional: api-keys
      account: ["update"],
      apps: [
        "app", // optional: app
        "manager",
      ],
      ...ofFeatures("admin"),
    });
  });

  test.each([
    ["user", { apps: ["app"] }, true], // optional: app
    ["user", { apps: ["manager"] }, false],
    ["user", { account: ["update"] }, true],
    ["user", { account: ["update"], user: ["get"] }, false],
    ["user", { user: ["get"] }, false],
    ["user", { session: ["list"] }, false],
    ["admin", { apps: ["manager"], session: ["list"] }, true],
    ["admin", { session: ["list", "revoke", "delete"], account: ["update"] }, true],
    ["admin", { user: Object.keys(declared.user ?? {}) }, true],
    ["user,admin", { apps: ["manager"] }, true],
    [null, { account: ["update"] }, false],
    ["", { account: ["update"] }, false],
    ["constructor", { account: ["update"] }, false],
    ["admin", {}, false],
    ["admin", { account: [] }, false],
  ] as [string | null, Permissions, boolean][])("%s asking for %j: %s", (role, permissions, expected) => {
    expect(can(role, permissions)).toBe(expected);
  });

  test("an unknown resource or action is denied to everyone", () => {
    expect(can("admin", { toString: ["call"] } as Permissions)).toBe(false);
    expect(can("admin", { account: ["burn"] } as unknown as Permissions)).toBe(false);
  });
});

test("several roles pass exactly where one of them alone passes", () => {
  fc.assert(
    fc.property(roleArbitrary, permissionsArbitrary, (role, permissions) => {
      const alone = role.split(",").some((name) => can(name, permissions));
      expect(can(role, permissions)).toBe(alone);
    }),
  );
});

test("requesting more never passes where requesting less did not", () => {
  fc.assert(
    fc.property(roleArbitrary, permissionsArbitrary, permissionsArbitrary, (role, some, more) => {
      const both = Object.fromEntries(
        [...new Set([...Object.keys(some), ...Object.keys(more)])].map((resource) => {
          const key = resource as keyof Permissions;
          return [key, [...(some[key] ?? []), ...(more[key] ?? [])]];
        }),
      ) as Permissions;
      if (can(role, both) && Object.values(some).every((actions) => actions.length > 0)) {
        expect(Object.keys(some).length === 0 || can(role, some)).toBe(true);
      }
    }),
  );
});

test("users listed in AUTH_ADMIN_USER_IDS pass, whatever their role", () => {
  fc.assert(
    fc.property(fc.uuid(), roleArbitrary, permissionsArbitrary, (id, role, permissions) => {
      expect(accessFor([id]).canUser({ id, role }, permissions)).toBe(true);
      expect(accessFor([]).canUser({ id, role }, permissions)).toBe(can(role, permissions));
    }),
  );
});
