import { describe, expect, test } from "vitest";
import { brand } from "#brand/brand.ts";
import { outcomeOf } from "../../../../testing/context.ts";
import { createAuthenticator, type Deviation } from "../../../../testing/authenticator.ts";
import { testAccounts, type TestUser } from "../account/testing.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { otherLanguage } from "../../../../testing/languages.ts";

const env = testAccounts();

async function add(
  { account }: Pick<TestUser, "account">,
  { name = "Phone", device = createAuthenticator(), wrong = {} as Deviation } = {},
) {
  return await account.addPasskey({
    name,
    credential: device.create(await account.passkeyCreationOptions(), wrong),
  });
}

const subjectsTo = async ({ caller }: TestUser) =>
  (await env.mailsTo(caller.user.email)).map(({ subject }) => subject);

describe("a user's passkeys", () => {
  test("are added with a name, listed in order, and reported by mail", async () => {
    const user = await env.addUser();
    expect(await user.account.listPasskeys()).toEqual([]);
    const first = await add(user, { name: "  E\u0301mile\u2019s phone " });
    await add(user, { name: "Key" });
    expect(first).toEqual({
      id: expect.any(String),
      name: "\u00c9mile\u2019s phone",
      isSynced: false,
      createdAt: expect.any(Date),
      lastUsedAt: null,
    });
    const listed = await user.account.listPasskeys();
    expect(listed.map(({ name }) => name)).toEqual(["\u00c9mile\u2019s phone", "Key"]);
    const mails = await env.mailsTo(user.caller.user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill("A passkey was added to your account"));
    expect(mails[1]?.text).toContain("The passkey Key can now be used to log in to your account.");
    expect(mails[1]?.code).toBeUndefined();
  });

  test("are requested as discoverable, with user verification, and without those on the device", async () => {
    const user = await env.addUser();
    const device = createAuthenticator();
    await add(user, { device });
    const { email, id } = user.caller.user;
    expect(await user.account.passkeyCreationOptions()).toMatchObject({
      rp: { id: "localhost", name: brand.name },
      user: {
        id: Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url"),
        name: email,
        displayName: "Someone",
      },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: device.id, transports: ["internal"] }],
    });
  });

  test("are renamed, with the rules for names", async () => {
    const user = await env.addUser();
    const { id } = await add(user);
    expect(await user.account.renamePasskey({ id, name: " Laptop " })).toMatchObject({
      id,
      name: "Laptop",
    });
    for (const name of ["", " ", "A\u202eb", "a".repeat(101)]) {
      expect(await outcomeOf(user.account.renamePasskey({ id, name }))).toBe("BAD_REQUEST");
    }
    expect(await user.account.listPasskeys()).toMatchObject([{ name: "Laptop" }]);
  });

  test("are removed, which is reported by mail in the user's language", async () => {
    const user = await env.addUser();
    const device = createAuthenticator();
    const { id } = await add(user, { device });
    const other = env.callAs(user.caller, { language: otherLanguage });
    const { t } = await serverI18n(otherLanguage);
    expect(await other.removePasskey({ id })).toEqual({ id, credentialId: device.id });
    expect(await user.account.listPasskeys()).toEqual([]);
    expect(await subjectsTo(user)).toEqual([
      "A passkey was added to your account",
      t("authMails:notices.passkeyRemoved.subject"),
    ]);
    expect(await outcomeOf(other.removePasskey({ id }))).toBe("NOT_FOUND");
    expect(await subjectsTo(user)).toHaveLength(2);
  });

  test("can't be seen, renamed or removed by another user", async () => {
    const [user, stranger] = [await env.addUser(), await env.addUser("admin")];
    const { id } = await add(user);
    expect(await stranger.account.listPasskeys()).toEqual([]);
    expect(await outcomeOf(stranger.account.renamePasskey({ id, name: "Mine" }))).toBe("NOT_FOUND");
    expect(await outcomeOf(stranger.account.removePasskey({ id }))).toBe("NOT_FOUND");
    expect(await user.account.listPasskeys()).toMatchObject([{ id, name: "Phone" }]);
  });

  test("are twenty at most, even if more are added concurrently", async () => {
    const user = await env.addUser();
    for (let i = 0; i < 18; i++) await add(user);
    const responses = [];
    for (let i = 0; i < 5; i++)
      responses.push(createAuthenticator().create(await user.account.passkeyCreationOptions()));
    const outcomes = await Promise.all(
      responses.map((credential) => outcomeOf(user.account.addPasskey({ name: "One more", credential }))),
    );
    expect(outcomes.toSorted()).toEqual([...Array(3).fill("TOO_MANY_PASSKEYS"), "done", "done"]);
    expect(await user.account.listPasskeys()).toHaveLength(20);
    expect(await outcomeOf(user.account.passkeyCreationOptions())).toBe("TOO_MANY_PASSKEYS");
    expect(await subjectsTo(user)).toHaveLength(20);
  });

  test("can be added thirty times an hour, failures included", async () => {
    const user = await env.addUser();
    const credential = createAuthenticator().create(await user.account.passkeyCreationOptions(), {
      isUnverified: true,
    });
    const outcomes = new Map<string, number>();
    for (let i = 0; i < 32; i++) {
      const outcome = await outcomeOf(user.account.addPasskey({ name: "Phone", credential }));
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect(Object.fromEntries(outcomes)).toEqual({
      FAILED_TO_VERIFY_REGISTRATION: 1,
      CHALLENGE_NOT_FOUND: 29,
      TOO_MANY_REQUESTS: 2,
    });
  });

  test("are deleted with the account", async () => {
    const user = await env.addUser();
    await add(user);
    await user.account.requestDeletion();
    await user.account.deleteAccount({ code: await env.codeFor(user.caller.user.email) });
    const { rows } = await env.database.pool.query("select from passkey where user_id = $1", [
      user.caller.user.id,
    ]);
    expect(rows).toEqual([]);
  });

  test("are in the downloaded data, without their keys", async () => {
    const user = await env.addUser();
    const device = createAuthenticator();
    await add(user, { device });
    const text = await (await user.account.download()).body.text();
    expect(JSON.parse(text)).toMatchObject({
      version: 5,
      passkeys: [{ name: "Phone", isSynced: false, lastUsedAt: null }],
    });
    expect(text).not.toContain(device.id);
    expect(text).not.toMatch(/public_?key/i);
  });
});

describe("a passkey is not added", () => {
  test.each<[string, Deviation]>([
    ["for another origin", { origin: "http://localhost:3001" }],
    ["for another site", { rpId: "evil.example" }],
    ["without user verification", { isUnverified: true }],
    ["with a credential of another type", { type: "webauthn.get" }],
    [
      "with an attestation statement, which was not requested",
      { format: "packed", certificates: [Buffer.from("x")] },
    ],
    ["with a statement that would be verified online", { format: "android-safetynet" }],
    ["with a statement of an unknown format", { format: "nonsense" }],
  ])("%s", async (_, wrong) => {
    const user = await env.addUser();
    expect(await outcomeOf(add(user, { wrong }))).toBe("FAILED_TO_VERIFY_REGISTRATION");
    expect(await user.account.listPasskeys()).toEqual([]);
    expect(await subjectsTo(user)).toEqual([]);
  });

  test("from a frame on another site", async () => {
    const user = await env.addUser();
    expect(await outcomeOf(add(user, { wrong: { crossOrigin: true } }))).toBe("CHALLENGE_NOT_FOUND");
  });

  test("twice, by the same user or another", async () => {
    const [user, other] = [await env.addUser(), await env.addUser()];
    const device = createAuthenticator();
    await add(user, { device });
    expect(await outcomeOf(add(user, { device }))).toBe("PREVIOUSLY_REGISTERED");
    expect(await outcomeOf(add(other, { device }))).toBe("PREVIOUSLY_REGISTERED");
    expect(await subjectsTo(other)).toEqual([]);
  });

  test("with a challenge that was used, or belongs to another session or user", async () => {
    const user = await env.addUser();
    const elsewhere = await env.onAnotherDevice(user);
    const stranger = await env.addUser();
    const options = await user.account.passkeyCreationOptions();
    const added = { name: "Phone", credential: createAuthenticator().create(options) };
    for (const { account } of [elsewhere, stranger]) {
      expect(await outcomeOf(account.addPasskey(added))).toBe("CHALLENGE_NOT_FOUND");
    }
    expect(await outcomeOf(user.account.addPasskey(added))).toBe("done");
    const again = { name: "Phone", credential: createAuthenticator().create(options) };
    expect(await outcomeOf(user.account.addPasskey(again))).toBe("CHALLENGE_NOT_FOUND");
  });

  test("with an invalid name, or any field that is too long", async () => {
    const user = await env.addUser();
    const credential = createAuthenticator().create(await user.account.passkeyCreationOptions());
    const { response } = credential;
    for (const bad of [
      { name: " ", credential },
      { name: "Phone", credential: { ...credential, id: "a".repeat(1_400), rawId: "a".repeat(1_400) } },
      {
        name: "Phone",
        credential: { ...credential, response: { ...response, attestationObject: "a".repeat(20_000) } },
      },
      {
        name: "Phone",
        credential: { ...credential, response: { ...response, transports: Array(11).fill("usb") } },
      },
    ]) {
      expect(await outcomeOf(user.account.addPasskey(bad))).toBe("BAD_REQUEST");
    }
    expect(await outcomeOf(user.account.addPasskey({ name: "Phone", credential }))).toBe("done");
  });
});
