import { ORPCError } from "@orpc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Language } from "#i18n/languages.ts";
import { contextFor, createCaller } from "../../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { csvExport } from "./csv-export.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { otherLanguage } from "../../../../testing/languages.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Row = { name: string; paid: number; isActive: boolean; joinedOn: string | null; seenAt: Date };

const row: Row = {
  name: "=1+1",
  paid: -1234.5,
  isActive: true,
  joinedOn: "2026-04-03",
  seenAt: new Date("2026-04-03T21:30:00Z"),
};

/** Numbers of the batches that have been read. */
let read: number[] = [];

/** Exports batches of one row each. */
async function exported({
  query = "",
  role = "admin" as string | null,
  language = "en" as Language,
  batches = [[row]] as (Row[] | Error)[],
  signal = new AbortController().signal,
} = {}) {
  read = [];
  const handler = csvExport({
    permission: { apps: ["manager"] },
    fileName: "resource:export.action",
    query: z.strictObject({ isActive: z.stringbool().optional() }),
    async *stream(_context, { isActive = true }) {
      for (const [index, batch] of batches.entries()) {
        read.push(index);
        if (batch instanceof Error) throw batch;
        yield batch.filter((each) => each.isActive === isActive);
      }
    },
    columns: [
      { name: "common:languages.en", value: (each) => each.name },
      { name: "resource:export.action", value: (each) => each.paid },
      { name: "common:errors.required", value: (each) => each.isActive },
      { name: "common:errors.invalid", value: (each) => each.joinedOn },
      { name: "common:notAvailable", value: (each) => each.seenAt },
    ],
  });
  const context = contextFor(database, role ? await createCaller(database, role) : null);
  return await handler(new Request(`http://localhost/rows.csv${query}`, { signal }), {
    ...context,
    language,
  });
}

describe("an export", () => {
  test.each([
    [
      "en",
      "English,Export,Required,This value isn’t valid,N/A",
      "'=1+1,-1234.5,yes,2026-04-03,2026-04-03T21:30:00.000Z",
    ],
    ["fr", /^anglais;/i, "'=1+1;-1234,5;oui;2026-04-03;2026-04-03T21:30:00.000Z"], // optional: fr
    ["ar", /الإنجليزية,/, "'=1+1,-1234.5,نعم,2026-04-03,2026-04-03T21:30:00.000Z"], // optional: ar
    ["sw", /Kiingereza,/, "'=1+1,-1234.5,ndiyo,2026-04-03,2026-04-03T21:30:00.000Z"], // optional: sw
  ] as const)(
    "has headings, words, numbers and delimiter as in %s, and no formulas",
    async (language, header, line) => {
      const bytes = Buffer.from(await (await exported({ language })).arrayBuffer());
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const lines = bytes.subarray(3).toString().split("\r\n");
      expect(lines[0]).toMatch(header);
      expect(lines.slice(1)).toEqual([line, ""]);
    },
  );

  test("is a file with its name in the user's language and the day", async () => {
    const { headers } = await exported({ language: otherLanguage });
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const { t } = await serverI18n(otherLanguage);
    const name = encodeURIComponent(t("resource:export.action"));
    expect(headers.get("content-disposition")?.replace(/\d{4}-\d\d-\d\d/, "(day)")).toBe(
      `attachment; filename*=UTF-8''${name}%20(day).csv`,
    );
  });

  test("contains the rows that the query selects, and an empty cell for null", async () => {
    const text = await (
      await exported({
        query: "?isActive=false",
        batches: [[row], [{ ...row, isActive: false, joinedOn: null }]],
      })
    ).text();
    expect(text.trim().split("\r\n").slice(1)).toEqual(["'=1+1,-1234.5,no,,2026-04-03T21:30:00.000Z"]);
  });

  test.each([
    [null, 401],
    ["user", 403],
  ])("is denied to %s", async (role, status) => {
    await expect(exported({ role })).rejects.toSatisfy(
      (error) => error instanceof ORPCError && error.status === status,
    );
    expect(read).toEqual([]);
  });

  test("is rejected for an invalid query", async () => {
    await expect(exported({ query: "?sort=color" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(read).toEqual([]);
  });

  test("stops reading when the client disconnects", async () => {
    const batches = Array.from({ length: 100 }, () => Array.from({ length: 1_000 }, () => row));
    const reader = (await exported({ batches })).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(read.length).toBeLessThan(50);
  });

  test("breaks off when the session ends, so that the part isn't taken for the whole", async () => {
    const batches = Array.from({ length: 100 }, () => Array.from({ length: 1_000 }, () => row));
    const ending = new AbortController();
    const reader = (await exported({ batches, signal: ending.signal })).body?.getReader();
    await reader?.read();
    ending.abort(new ORPCError("UNAUTHORIZED"));
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(rest()).rejects.toThrow("aborted");
    expect(read.length).toBeLessThan(50);
  });

  test("is an error if the first batch fails, and breaks off if a later one does", async () => {
    const gone = new Error("The database went away");
    await expect(exported({ batches: [gone] })).rejects.toThrow(gone.message);
    const response = await exported({ batches: [[row], gone] });
    await expect(response.text()).rejects.toThrow(gone.message);
  });
});
