import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../../testing/context.ts";
import { testAccounts, type TestUser } from "../account/testing.ts";
import { randomEmail } from "../testing.ts";

const env = testAccounts();

describe("accounts at social providers", () => {
  /** Links an account at a provider. */
  async function link({ caller }: TestUser, providerId = "github"): Promise<string> {
    const { rows } = await env.database.pool.query<{ id: string }>(
      "insert into account (user_id, account_id, provider_id) values ($1, $2, $3) returning id",
      [caller.user.id, crypto.randomUUID(), providerId],
    );
    return rows[0]?.id ?? "";
  }

  test("are listed and unlinked by their user only, which is reported by mail", async () => {
    const [user, other] = [await env.addUser(), await env.addUser()];
    const id = await link(user);
    expect(await user.account.listLinkedAccounts()).toEqual([
      { id, provider: "github", name: "github", createdAt: expect.any(Date) },
    ]);
    expect(await other.account.listLinkedAccounts()).toEqual([]);
    expect(await outcomeOf(other.account.removeLinkedAccount({ id }))).toBe("NOT_FOUND");
    expect(await user.account.removeLinkedAccount({ id })).toEqual({ id });
    expect(await outcomeOf(user.account.removeLinkedAccount({ id }))).toBe("NOT_FOUND");
    expect(await user.account.listLinkedAccounts()).toEqual([]);
    const mails = await env.mailsTo(user.caller.user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["An account was disconnected from yours"]);
  });

  test("stay linked when the email changes, which a mail to the new one says", async () => {
    const user = await env.addUser();
    await link(user);
    await link(user, "google");
    const email = randomEmail();
    await user.account.requestEmailChange({ email });
    await user.account.changeEmail({ email, code: await env.codeFor(email) });
    expect(await user.account.listLinkedAccounts()).toHaveLength(2);
    const notice = (await env.mailsTo(email)).at(-1);
    expect(notice?.subject).toBe("Accounts that are still connected to yours");
    expect(notice?.text).toContain("github and google");
  });
});
