import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { loadI18n, TestProviders } from "../../../../testing/components/providers.tsx";
import type * as Kinds from "../shared/kinds.ts";
import type { ActivityEntry } from "../schema.ts";
import { ActivityChanges } from "./activity-changes.tsx";
import type { Language } from "#i18n/languages.ts";

vi.mock("../shared/kinds.ts", async (load) => {
  const original = await load<typeof Kinds>();
  const album = {
    label: "activity:fields.name",
    fields: { title: "activity:fields.name" },
    formats: { picture: "image" }, // optional: images
  };
  return { ...original, activityKinds: { ...original.activityKinds, album } };
});

const entry: ActivityEntry = {
  id: 1,
  at: new Date(0),
  actor: null,
  actingFor: null,
  key: null, // optional: api-keys
  action: "update",
  subject: { type: "user", id: null, name: null },
  before: null,
  after: null,
  clientAddress: null,
  browser: null,
  system: null,
};

/** The text of an entry's changes. */
async function shown(language: Language, change: Partial<ActivityEntry>): Promise<string> {
  const i18n = await loadI18n(language);
  const markup = renderToStaticMarkup(
    <TestProviders i18n={i18n}>
      <ActivityChanges entry={{ ...entry, ...change }} />
    </TestProviders>,
  );
  return markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

test("methods, reasons and roles are in the reader's language", async () => {
  const after = { method: "code", reason: "INVALID_OTP" };
  expect(await shown("en", { after })).toBe("Method After Code by email Reason After Wrong code");
  expect(await shown("ar", { after })).toContain("رمز غير صحيح"); // optional: ar
  expect(await shown("en", { after: { roles: "admin, user" } })).toContain("Administrator and User");
  expect(await shown("en", { after: { method: "code", reason: "expired" } })).toContain("Time ran out");
});

test("a reason without a text and a title that equals a code are shown as they are", async () => {
  expect(await shown("en", { after: { reason: "server_error" } })).toContain("server_error");
  const subject = { type: "album", id: null, name: null };
  expect(await shown("en", { subject, after: { title: "admin" } })).toContain("admin");
});

test("the end of a ban is a time, not a timestamp", async () => {
  const after = { bannedUntil: "2026-12-31T21:00:00.000Z" };
  expect(await shown("en", { after })).toContain("December 31, 2026 at 9:00 PM");
});

// optional: images
test("an image is shown as added, changed or deleted, not by its id", async () => {
  const subject = { type: "album", id: null, name: null };
  const [before, after] = [{ picture: "a1" }, { picture: "b2" }];
  expect(await shown("en", { subject, before, after })).toMatch(/Changed$/);
  expect(await shown("en", { subject, before: { picture: null }, after })).toMatch(/Added$/);
  expect(await shown("en", { subject, before, after: { picture: null } })).toMatch(/Deleted$/);
});
// end: images
