import { and, desc, eq, gt, inArray, isNull, lt, ne, notInArray, or, sql } from "drizzle-orm";
import { fromNow } from "#server/database/clock.ts";
import type { Sql } from "#server/database/connect.ts";
import { codeMinutes } from "../limits.ts";
import { lockUser, someIds } from "../store.ts";
import { mailLink, signInCode } from "../table.ts";
import type { StoredCode } from "./server/create-code.ts";
import type { StoredLink } from "./server/mail-links.ts";

const maxWrongAttempts = 5;

/** How long an expired code is stored, so that entering it reports that it expired. */
export const storedCodeSeconds = 60 * 60;

/** How many of the codes that it replaced a code remembers: as many as can be requested within an hour before it. */
const maxReplaced = 5;

/** The number of emails for which a session can have a code for one purpose; the one requested first gives way. */
const maxEmails = 5;

/** What requests and enters codes: a browser, whose cookie holds the ids of its codes, or a user's session. */
export type CodeHolder = { ids: readonly string[] } | { sessionId: string; userId: string };

/** The newest code that a browser or a session has for an email and a purpose. */
export async function findCode(
  database: Sql,
  holder: CodeHolder,
  { email, purpose }: Pick<StoredCode, "email" | "purpose">,
) {
  if ("ids" in holder && holder.ids.length === 0) return undefined;
  const { id, codeHash, replaced, createdAt, sessionId, earlierSessionId } = signInCode;
  const isHeld =
    "ids" in holder
      ? inArray(id, holder.ids)
      : or(eq(sessionId, holder.sessionId), eq(earlierSessionId, holder.sessionId));
  const [found] = await database
    .select({ id, codeHash, replaced, createdAt })
    .from(signInCode)
    .where(and(isHeld, eq(signInCode.email, email), eq(signInCode.purpose, purpose)))
    .orderBy(desc(createdAt))
    .limit(1);
  return found;
}

/**
 * Stores a code and deletes a few old ones. It replaces the holder's code for the same email and purpose.
 * @param database a transaction
 */
export async function insertCode(database: Sql, code: StoredCode, holder: CodeHolder): Promise<void> {
  // Concurrent requests of a session wait here, in the order in which verifying locks (deadlocks).
  if ("userId" in holder) await lockUser(database, { id: holder.userId });
  const previous = await findCode(database, holder, code);
  const replaced = previous ? [{ id: previous.id, codeHash: previous.codeHash }, ...previous.replaced] : [];
  if ("sessionId" in holder) await makeEarlier(database, holder, code);
  const sessionId = "sessionId" in holder ? holder.sessionId : null;
  await storeCode(database, { ...code, sessionId, replaced: replaced.slice(0, maxReplaced) });
}

/**
 * Makes way for a session's new code for a purpose. Earlier builds find a code by `sessionId`, which is unique for a purpose,
 * so only the newest has it (docs/decisions/0076).
 */
async function makeEarlier(
  database: Sql,
  { sessionId }: { sessionId: string },
  { email, purpose }: StoredCode,
): Promise<void> {
  await database
    .update(signInCode)
    .set({ sessionId: null, earlierSessionId: sessionId })
    .where(and(eq(signInCode.sessionId, sessionId), eq(signInCode.purpose, purpose)));
  const isEarlier = and(eq(signInCode.earlierSessionId, sessionId), eq(signInCode.purpose, purpose));
  const kept = database
    .select({ id: signInCode.id })
    .from(signInCode)
    .where(and(isEarlier, ne(signInCode.email, email)))
    .orderBy(desc(signInCode.createdAt))
    .limit(maxEmails - 1);
  await database.delete(signInCode).where(and(isEarlier, notInArray(signInCode.id, kept)));
}

async function storeCode(
  database: Sql,
  code: Omit<typeof signInCode.$inferInsert, "expiresAt">,
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
    // Earlier builds don't wait for the lock.
    .onConflictDoUpdate({
      target: [signInCode.sessionId, signInCode.purpose],
      set: { ...code, expiresAt, attempts: 0, usedAt: null, createdAt: sql`now()` },
    });
}

/** `expired` includes codes that were used, or had too many wrong attempts before. */
export type CodeOutcome = "right" | "replaced" | "wrong" | "last wrong" | "expired";

/**
 * Compares a code and counts the attempt in one statement: among concurrent attempts a code works once, and at most five
 * wrong attempts are compared with it.
 * @param code.isReplaced whether it is an earlier code, which doesn't count as a wrong attempt
 */
export async function consumeCode(
  database: Sql,
  code: Pick<StoredCode, "id" | "email" | "purpose"> & { codeHashes: string[]; isReplaced: boolean },
): Promise<CodeOutcome> {
  const { id, email, purpose, codeHashes, isReplaced } = code;
  const isRight = sql<boolean>`(${inArray(signInCode.codeHash, codeHashes)})`;
  const [attempt] = await database
    .update(signInCode)
    .set({
      attempts: isReplaced ? signInCode.attempts : sql`${signInCode.attempts} + (not ${isRight})::int`,
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
  if (isReplaced) return "replaced";
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
