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

/** Inserts an account into a running database: by default an onboarded user with a unique email. */
export async function addPerson(
  connection: DatabaseConnection,
  { email = newAddress(), name = "Petra Person", role = "user", onboarded = true }: NewPerson = {},
): Promise<Person> {
  const database = connect(connection, { max: 1 });
  try {
    const { rows } = await database.pool.query<Person>(
      `INSERT INTO "user" (email, name, role, email_verified, onboarded_at)
       VALUES ($1, $2, $3, true, CASE WHEN $4 THEN now() END) RETURNING id, email, name`,
      [email, name, role, onboarded],
    );
    const [person] = rows;
    if (!person) throw new Error("The account was not stored");
    return person;
  } finally {
    await database.close();
  }
}

/** Inserts a session of a user, as if they had signed in on another device. */
export async function addSession(connection: DatabaseConnection, email: string): Promise<void> {
  const database = connect(connection, { max: 1 });
  try {
    await database.pool.query(
      `INSERT INTO session (user_id, token, expires_at)
       SELECT id, $2, now() + interval '1 day' FROM "user" WHERE email = $1`,
      [email, randomUUID()],
    );
  } finally {
    await database.close();
  }
}
