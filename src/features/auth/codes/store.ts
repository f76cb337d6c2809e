import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { fromNow } from "#server/database/clock.ts";
import type { Sql } from "#server/database/connect.ts";
import { codeMinutes } from "../limits.ts";
import { someIds } from "../store.ts";
import { mailLink, signInCode } from "../table.ts";
import type { StoredCode } from "./server/create-code.ts";
import type { StoredLink } from "./server/mail-links.ts";

const maxWrongAttempts = 5;

/** How long an expired code is stored, so that entering it reports that it expired. */
export const storedCodeSeconds = 60 * 60;

/** Stores a code and deletes a few old ones. In a session, a new code replaces the previous one for the same purpose. */
export async function insertCode(
  database: Sql,
  code: StoredCode & { sessionId: string | null },
): Promise<void> {
  const isOld = sql`${signInCode.expiresAt} < now() - make_interval(secs => ${storedCodeSeconds})`;
  const deleted = database.$with("deleted").as(
    database
      .delete(signInCode)
      .where(inArray(signInCode.id, someIds(database, signInCode, isOld)))
      .returning({ id: signInCode.id }),
  );
  const expiresAt = fromNow(60 * codeMinutes);
  await database
    .with(deleted)
    .insert(signInCode)
    .values({ ...code, expiresAt })
    .onConflictDoUpdate({
      target: [signInCode.sessionId, signInCode.purpose],
      set: { ...code, expiresAt, attempts: 0, usedAt: null, createdAt: sql`now()` },
    });
}

/** The id of a session's code for a purpose, if it was sent to this email. */
export async function findSessionCode(
  database: Sql,
  { sessionId, purpose, email }: { sessionId: string } & Pick<StoredCode, "purpose" | "email">,
): Promise<string | undefined> {
  const [code] = await database
    .select({ id: signInCode.id })
    .from(signInCode)
    .where(
      and(eq(signInCode.sessionId, sessionId), eq(signInCode.purpose, purpose), eq(signInCode.email, email)),
    );
  return code?.id;
}

/** `expired` includes codes that were used, or had too many wrong attempts before. */
export type CodeOutcome = "right" | "wrong" | "last wrong" | "expired";

/**
 * Compares a code and counts the attempt in one statement: among concurrent attempts a code works once, and at most five
 * wrong attempts are compared with it.
 */
export async function consumeCode(
  database: Sql,
  { id, email, purpose, codeHashes }: Pick<StoredCode, "id" | "email" | "purpose"> & { codeHashes: string[] },
): Promise<CodeOutcome> {
  const isRight = sql<boolean>`(${inArray(signInCode.codeHash, codeHashes)})`;
  const [attempt] = await database
    .update(signInCode)
    .set({
      attempts: sql`${signInCode.attempts} + (not ${isRight})::int`,
      usedAt: sql`case when ${isRight} then now() end`,
    })
    .where(
      and(
        eq(signInCode.id, id),
        eq(signInCode.email, email),
        eq(signInCode.purpose, purpose),
        isNull(signInCode.usedAt),
        lt(signInCode.attempts, maxWrongAttempts),
        gt(signInCode.expiresAt, sql`now()`),
      ),
    )
    .returning({ isRight, attempts: signInCode.attempts });
  if (!attempt) return "expired";
  if (attempt.isRight) return "right";
  return attempt.attempts < maxWrongAttempts ? "wrong" : "last wrong";
}

/** Whether wrong attempts ended a code. */
export async function hasTooManyAttempts(database: Sql, id: string): Promise<boolean> {
  const [code] = await database
    .select({ attempts: signInCode.attempts })
    .from(signInCode)
    .where(eq(signInCode.id, id));
  return (code?.attempts ?? 0) >= maxWrongAttempts;
}

/** How long a link in a mail works: as long as the windows of the limits that it is for. */
const mailLinkSeconds = 60 * 60;

/** Stores the links of a mail and deletes a few expired ones. */
export async function insertMailLinks(database: Sql, links: StoredLink[]): Promise<void> {
  const isExpired = sql`${mailLink.expiresAt} < now()`;
  const deleted = database.$with("deleted").as(
    database
      .delete(mailLink)
      .where(inArray(mailLink.id, someIds(database, mailLink, isExpired)))
      .returning({ id: mailLink.id }),
  );
  const expiresAt = fromNow(mailLinkSeconds);
  await database
    .with(deleted)
    .insert(mailLink)
    .values(links.map((link) => ({ ...link, expiresAt })));
}

/** Uses up a link. @returns the email of its mail; undefined if it has expired or was used before */
export async function consumeMailLink(
  database: Sql,
  { tokenHash, purpose }: Pick<StoredLink, "tokenHash" | "purpose">,
): Promise<string | undefined> {
  const [link] = await database
    .delete(mailLink)
    .where(
      and(
        eq(mailLink.tokenHash, tokenHash),
        eq(mailLink.purpose, purpose),
        gt(mailLink.expiresAt, sql`now()`),
      ),
    )
    .returning({ email: mailLink.email });
  return link?.email;
}
