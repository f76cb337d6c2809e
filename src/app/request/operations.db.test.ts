import { isContractProcedure } from "@orpc/contract";
import { createRouterClient, ORPCError } from "@orpc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessFor } from "../access/access.ts";
import { api, contract } from "./api.server.ts";
import { keyPermissionsOf } from "#features/auth/keys/api.ts";
import type { Caller } from "#rpc/context.ts";
import { requirePermission } from "#rpc/enforce-permission.server.ts";
import type { OperationMeta } from "#rpc/operation.ts";
import type { Permissions } from "#rpc/permissions.ts";
import { contextFor, createCaller, outcomeOf } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";

type Operation = {
  name: string;
  permission: OperationMeta["permission"];
  confirmation: OperationMeta["confirmation"];
  /** The code of the error without the permission. */
  denial: string;
  call: (caller: Caller | null) => Promise<unknown>;
};

let database: TestDatabase;
let callers: Record<"signed out" | "user" | "admin", Caller | null>;

beforeAll(async () => {
  database = await createTestDatabase();
  callers = {
    "signed out": null,
    user: await createCaller(database, "user"),
    admin: await createCaller(database, "admin"),
  };
});
afterAll(() => database.drop());

/** All operations of the contract, so that new ones are tested automatically. */
function collect(part: object, path: string[]): Operation[] {
  if (!isContractProcedure(part)) {
    return Object.entries(part).flatMap(([name, inner]) => collect(inner as object, [...path, name]));
  }
  const meta = part["~orpc"].meta as OperationMeta;
  return [
    {
      name: path.join("."),
      permission: meta.permission,
      confirmation: meta.confirmation,
      denial: meta.denial?.code ?? "FORBIDDEN",
      call: async (caller) => {
        const client: unknown = createRouterClient(api, { context: contextFor(database, caller) });
        const operation = path.reduce<unknown>(
          (inner, name) => (inner as Record<string, unknown>)[name],
          client,
        );
        return await (operation as (input: unknown) => Promise<unknown>)({});
      },
    },
  ];
}

const operations = collect(contract, []);

test("the contract has operations", () => {
  expect(operations.map(({ name }) => name)).toContain("users.list");
});

describe.each(operations)("$name", ({ permission, denial, call }) => {
  test.each(["signed out", "user", "admin"] as const)(
    "allows %s what the declared permissions say, and no more",
    async (role) => {
      const caller = callers[role];
      const expected =
        permission === "public" || (caller && accessFor([]).can(caller.user.role, permission))
          ? "allowed"
          : caller
            ? denial
            : "UNAUTHORIZED";
      expect(await outcome(call(caller), denial)).toBe(expected);
    },
  );
});

test.each([
  [{ session: ["list"] }, "You are not allowed to access resource: session"],
  [{ account: ["update"], session: ["list"] }, "You are not allowed to access resource: session"],
  [{ account: ["update", "delete"] }, 'unauthorized to access resource "account"'],
  [{ apps: ["manager"] }, 'unauthorized to access resource "apps"'], // optional: app
  [{}, "Not authorized"],
] as [Permissions, string][])("without %j and a code of its own, the error is %s", (permissions, message) => {
  const context = contextFor(database, callers.user);
  expect(() => requirePermission(context, permissions)).toThrow(
    expect.objectContaining({ code: "FORBIDDEN", status: 403, message }),
  );
});

// optional: passkeys
test("an administrator who needs a passkey first has a user's permissions", async () => {
  const [person, admin] = [callers.user, callers.admin];
  if (!person || !admin) throw new Error("The users are missing");
  const { can } = accessFor([]);
  const limited = { ...admin, user: { ...admin.user, needsPasskey: true } };
  const ofAdministrators = operations.filter(
    ({ permission }) => permission !== "public" && can("admin", permission) && !can("user", permission),
  );
  expect(ofAdministrators.length).toBeGreaterThan(5);
  for (const { call } of ofAdministrators) expect(await outcomeOf(call(limited))).toBe("PASSKEY_REQUIRED");
});
// end: passkeys

/** What must not be done with a stolen session alone (decisions: "Sign-in"), by name. */
const sensitive = [
  /email|link|key|download|deletion|deleteAccount|users\.delete|role/i,
  /impersonat/i, // optional: impersonation
];

/** Those of the names above that change nothing, or confirm it themselves. */
const exempt = new Set([
  "auth.listPasskeys", // optional: passkeys
  "auth.listLinkedAccounts", // optional: social
  "auth.listKeys", // optional: api-keys
  "auth.listUserKeys", // optional: api-keys
  "auth.renamePasskey", // optional: passkeys
  "auth.verifyEmail",
  "auth.passkeyConfirmationOptions", // optional: passkeys
  "auth.confirmWithPasskey", // optional: passkeys
  // The link in a mail to the old email is the proof.
  "auth.readEmailChange",
  "auth.undoEmailChange",
  // It only sends the code with which the user confirms the deletion.
  "auth.requestDeletion",
]);

test("every sensitive operation needs a confirmation", () => {
  const names = operations.filter(
    ({ name }) => sensitive.some((pattern) => pattern.test(name)) && !exempt.has(name),
  );
  expect(names.filter(({ confirmation }) => !confirmation).map(({ name }) => name)).toEqual([]);
  expect(names.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "auth.changeEmail",
      "auth.addPasskey", // optional: passkeys
      "auth.removePasskey", // optional: passkeys
      "auth.createKey", // optional: api-keys
      "auth.revokeKey", // optional: api-keys
      "auth.removeLinkedAccount", // optional: social
      "auth.download",
      "auth.deleteAccount",
      "users.delete",
      "users.deleteMany",
    ]),
  );
});

describe.each(operations.filter(({ confirmation }) => confirmation))("$name", ({ confirmation, call }) => {
  const caller = (changes: Partial<Caller>) => ({ ...callers.admin, ...changes }) as Caller;

  test("is rejected until the user has confirmed that it's them", async () => {
    const outcomes = [
      await outcomeOf(call(caller({ isConfirmed: false, confirmationMethods: [] }))),
      await outcomeOf(call(caller({ isConfirmed: false, confirmationMethods: ["code"] }))),
    ];
    const withCode = confirmation === "own code" ? "BAD_REQUEST" : "CONFIRMATION_REQUIRED";
    expect(outcomes).toEqual(["CONFIRMATION_REQUIRED", withCode]);
    expect(await outcomeOf(call(caller({ isConfirmed: true })))).not.toBe("CONFIRMATION_REQUIRED");
  });
});

// optional: impersonation
/** Operations that only the user may call, beside those that need a confirmation. */
const ofOwner = [
  "auth.requestVerification",
  "auth.verifyEmail",
  "auth.requestDeletion",
  "auth.requestConfirmation",
  "auth.confirm",
  "auth.passkeyConfirmationOptions", // optional: passkeys
  "auth.confirmWithPasskey", // optional: passkeys
  "auth.renamePasskey", // optional: passkeys
];

test.each(operations.filter(({ name, confirmation }) => confirmation || ofOwner.includes(name)))(
  "$name is rejected during an impersonation",
  async ({ name, call }) => {
    const impersonated = { ...callers.admin, impersonatedBy: callers.user?.user.id } as Caller;
    expect([name, await outcomeOf(call(impersonated))]).toEqual([name, "NOT_WHILE_IMPERSONATING"]);
  },
);

test("Manager's operations are rejected during an impersonation", async () => {
  const { can } = accessFor([]);
  const impersonated = { ...callers.user, impersonatedBy: callers.admin?.user.id } as Caller;
  const ofManager = operations.filter(
    ({ permission }) => permission !== "public" && can("admin", permission) && !can("user", permission),
  );
  for (const { name, denial, call } of ofManager)
    expect([name, await outcomeOf(call(impersonated))]).toEqual([name, denial]);
});
// end: impersonation

// optional: api-keys
test("each permission that a key can have lets it call an operation, without a confirmation", () => {
  const needed = operations.flatMap(({ permission, confirmation }) =>
    permission === "public" || confirmation
      ? []
      : Object.entries<readonly string[]>(permission).flatMap(([resource, actions]) =>
          actions.map((action) => `${resource}:${action}`),
        ),
  );
  const offered = keyPermissionsOf(contextFor(database, callers.admin));
  // Changing a user needs it if the input has other roles.
  expect(offered.filter((permission) => !needed.includes(permission))).toEqual(["user:set-role"]);
  expect(offered).toContain("user:create");
});
// end: api-keys

/** Errors about the input or the records mean that the permission check passed. */
async function outcome(call: Promise<unknown>, denial: string): Promise<string> {
  try {
    await call;
    return "allowed";
  } catch (error) {
    if (error instanceof ORPCError && ["FORBIDDEN", "UNAUTHORIZED", denial].includes(error.code))
      return error.code;
    if (error instanceof ORPCError && error.status < 500) return "allowed";
    throw error;
  }
}
