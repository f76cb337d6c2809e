import fc from "fast-check";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Can, useCan } from "#rpc/can.tsx";
import type { Permissions } from "#rpc/permissions.ts";
import type { PageUser } from "../page/page.ts";
import { accessFor, permissions as declared } from "./access.ts";
import { canOf, UserCan } from "./user-can.tsx";

const pageUser = (given: Partial<PageUser>) =>
  ({ id: "1", role: "user", isAlwaysPermitted: false, ...given }) as PageUser;

const permissionsArbitrary = fc.record(
  Object.fromEntries(
    Object.entries(declared).map(([resource, actions]) => [resource, fc.subarray(Object.keys(actions))]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<Permissions>;

const userArbitrary = fc.record({
  id: fc.constantFrom("1", "2"),
  role: fc.constantFrom("", "user", "admin", "user,admin", "owner"),
  needsPasskey: fc.boolean(), // optional: passkeys
});

test("a page knows of every user and permission what the server decides", () => {
  fc.assert(
    fc.property(userArbitrary, permissionsArbitrary, (user, permissions) => {
      const alwaysPermitted = ["2"];
      const seen = pageUser({ ...user, isAlwaysPermitted: alwaysPermitted.includes(user.id) });
      expect(canOf(seen)(permissions)).toBe(accessFor(alwaysPermitted).canUser(user, permissions));
    }),
  );
});

function Screen() {
  const can = useCan();
  return (
    <>
      {can({ account: ["update"] }) && <i>account</i>}
      <Can permissions={{ user: ["ban"] }} otherwise={<i>no ban</i>}>
        <i>ban</i>
      </Can>
      {/* @ts-expect-error no feature declares this action */}
      <Can permissions={{ user: ["burn"] }}>
        <i>burn</i>
      </Can>
    </>
  );
}

test.each([
  ["user", "account,no ban"],
  ["admin", "account,ban"],
])("what the server renders for the role %s has only what it may do", (role, expected) => {
  const html = renderToString(
    <UserCan user={pageUser({ role })}>
      <Screen />
    </UserCan>,
  );
  expect([...html.matchAll(/<i>(.*?)<\/i>/g)].map(([, text]) => text).join()).toBe(expected);
});

test("without a user nothing is permitted", () => {
  expect(renderToString(<Screen />)).toBe("<i>no ban</i>");
});
