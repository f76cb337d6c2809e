import { randomUUID } from "node:crypto";
import { connect, type DatabaseConnection } from "#server/database/connect.ts";

export type NewPerson = {
  email?: string;
  name?: string | null;
  role?: "user" | "admin";
  onboarded?: boolean;
};
export type Person = { id: string; email: string; name: string | null };

/** An email that no other test uses: an email gets one code a minute. */
export function newAddress(): string {
  return `${randomUUID()}@example.com`;
}

/** Runs one SQL statement in a running database, for what no screen can do. @returns its rows */
export async function query<Row extends object>(
  connection: DatabaseConnection,
  statement: string,
  values: unknown[],
): Promise<Row[]> {
  const database = connect(connection, { max: 1 });
  try {
    return (await database.pool.query<Row>(statement, values)).rows;
  } finally {
    await database.close();
  }
}

/** Inserts an account into a running database: by default an onboarded user with a unique email. */
export async function addPerson(
  connection: DatabaseConnection,
  { email = newAddress(), name = "Petra Person", role = "user", onboarded = true }: NewPerson = {},
): Promise<Person> {
  const [person] = await query<Person>(
    connection,
    `INSERT INTO "user" (email, name, role, email_verified, onboarded_at)
     VALUES ($1, $2, $3, true, CASE WHEN $4 THEN now() END) RETURNING id, email, name`,
    [email, name, role, onboarded],
  );
  if (!person) throw new Error("The account was not stored");
  return person;
}

/** Inserts a session of a user, as if they had signed in on another device. */
export async function addSession(connection: DatabaseConnection, email: string): Promise<void> {
  await query(
    connection,
    `INSERT INTO session (user_id, token, expires_at)
     SELECT id, $2, now() + interval '1 day' FROM "user" WHERE email = $1`,
    [email, randomUUID()],
  );
}

/** Moves the confirmations of a user's sessions back in time, as if they had signed in an hour ago. */
export async function ageConfirmations(connection: DatabaseConnection, email: string) {
  await query(
    connection,
    `UPDATE session SET confirmed_at = confirmed_at - interval '1 hour'
     FROM "user" WHERE "user".id = session.user_id AND email = $1`,
    [email],
  );
}
