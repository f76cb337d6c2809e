import { and, eq, gt, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { account, passkey, session, signInCode } from "../table.ts";
import type { StoredCode } from "./server/create-code.ts";

/** How many wrong answers end a code. */
const wrongAnswersPerCode = 5;

/** How long a code that has expired is remembered, so that its answer can say so, in seconds. */
export const codeMemorySeconds = 60 * 60;

/**
 * Keeps a code, and clears away some that nobody asks about any more. A session has one code for a purpose: a new one
 * takes the place of the one before.
 */
export async function insertCode(
  database: Sql,
  code: StoredCode & { sessionId: string | null },
): Promise<void> {
  const outdated = sql`${signInCode.expiresAt} < now() - make_interval(secs => ${codeMemorySeconds})`;
  const cleared = database.$with("cleared").as(
    database
      .delete(signInCode)
      .where(inArray(signInCode.id, some(database, signInCode, outdated)))
      .returning({ id: signInCode.id }),
  );
  await database
    .with(cleared)
    .insert(signInCode)
    .values(code)
    .onConflictDoUpdate({
      target: [signInCode.sessionId, signInCode.purpose],
      set: { ...code, attempts: 0, usedAt: null, createdAt: sql`now()` },
    });
}

/** The id of the code that a session has for a purpose, if it was sent to this address. */
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

/** The ids of a few rows that nobody else works on. */
function some(database: Sql, table: typeof signInCode | typeof session, condition: SQL) {
  return database
    .select({ id: table.id })
    .from(table)
    .where(condition)
    .limit(10)
    .for("update", { skipLocked: true });
}

/** What came of an answer: `spent` is a code that was used, has expired, or had too many wrong answers before. */
export type Outcome = "right" | "wrong" | "last wrong" | "spent";

/**
 * Compares an answer with a code, and counts it, in one statement: however many answers come at once, a code is used
 * once, and at most five wrong ones are ever compared with it.
 */
export async function answerCode(
  database: Sql,
  { id, email, purpose, codeHash }: Omit<StoredCode, "expiresAt">,
): Promise<Outcome> {
  const isRight = sql<boolean>`${signInCode.codeHash} = ${codeHash}`;
  const [answered] = await database
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
        lt(signInCode.attempts, wrongAnswersPerCode),
        gt(signInCode.expiresAt, sql`now()`),
      ),
    )
    .returning({ isRight, attempts: signInCode.attempts });
  if (!answered) return "spent";
  if (answered.isRight) return "right";
  return answered.attempts < wrongAnswersPerCode ? "wrong" : "last wrong";
}

/** Whether a code was ended by wrong answers. */
export async function wasGuessed(database: Sql, id: string): Promise<boolean> {
  const [code] = await database
    .select({ attempts: signInCode.attempts })
    .from(signInCode)
    .where(eq(signInCode.id, id));
  return (code?.attempts ?? 0) >= wrongAnswersPerCode;
}

export type Person = typeof user.$inferSelect;

/** Who has an address, locked for the transaction: nothing about them changes until they are signed in. */
export async function findPerson(database: Sql, email: string): Promise<Person | undefined> {
  const [found] = await database.select().from(user).where(eq(user.email, email)).for("no key update");
  return found;
}

/** A new account for an address that was just proved; none where someone else was faster. */
export async function insertPerson(database: Sql, email: string): Promise<Person | undefined> {
  const [created] = await database
    .insert(user)
    .values({ email, emailVerified: true })
    .onConflictDoNothing({ target: user.email })
    .returning();
  return created;
}

/**
 * Takes note that someone has proved their address. Whoever signed in before that need not have been them, so
 * their sessions, linked accounts and passkeys end.
 */
export async function markVerified(database: Sql, userId: string): Promise<void> {
  await database.delete(session).where(eq(session.userId, userId));
  await database.delete(account).where(eq(account.userId, userId));
  await database.delete(passkey).where(eq(passkey.userId, userId));
  await database
    .update(user)
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where(eq(user.id, userId));
}

/** Ends a ban whose time is over. */
export async function endBan(database: Sql, userId: string): Promise<void> {
  await database
    .update(user)
    .set({ banned: false, banReason: null, banExpires: null, updatedAt: sql`now()` })
    .where(eq(user.id, userId));
}

/** Keeps a new session, ends the one that the browser had, and clears away some that have expired. */
export async function insertSession(
  database: Sql,
  created: typeof session.$inferInsert,
  replacedToken: string | undefined,
): Promise<typeof session.$inferSelect> {
  const expired = inArray(session.id, some(database, session, sql`${session.expiresAt} < now()`));
  const replaced = replacedToken === undefined ? undefined : eq(session.token, replacedToken);
  const cleared = database
    .$with("cleared")
    .as(database.delete(session).where(or(replaced, expired)).returning({ id: session.id }));
  const [stored] = await database.with(cleared).insert(session).values(created).returning();
  if (!stored) throw new Error("The session was not stored");
  return stored;
}
