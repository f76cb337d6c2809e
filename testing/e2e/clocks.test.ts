import { databaseUrl } from "#server/database/connection.ts";
import { createAuthClient } from "../auth-client.ts";
import { createTestDatabase } from "../database.ts";
import { startInstances } from "../deploy/instances.ts";
import { clockSettings } from "../shifted-clock.ts";
import { newAddress } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.for([
  [-15 * 60, "900 s behind"],
  [15 * 60, "900 s ahead of"],
] as const)(
  "an instance whose clock is %i s ahead signs people in together with another one, and reports its clock",
  async ([seconds, words], { onTestFinished }) => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const token = "a token for the metrics"; // optional: telemetry
    const { ports, mailbox } = await startInstances({
      count: 2,
      databaseUrl: databaseUrl(database.connection),
      env: { METRICS_TOKEN: token }, // optional: telemetry
      envOf: (index) => (index === 0 ? clockSettings(seconds) : {}),
    });
    const [one = "", other = ""] = ports.map((port) => `http://localhost:${port}`);

    /** Requests a code from an instance, and signs in with it on another, a while later. @returns their responses */
    async function signIn(from: string, to: string, laterSeconds: number) {
      const cookies = new Map<string, string>();
      const [here, there] = [createAuthClient(from, cookies), createAuthClient(to, cookies)];
      const email = newAddress();
      await here.requestCode(email);
      const code = await mailbox.codeFor(email);
      await database.pool.query(
        "UPDATE sign_in_code SET expires_at = expires_at - make_interval(secs => $1)",
        [laterSeconds],
      );
      const { status } = await there.verifyCode(email, code);
      const found = [(await here.session()).body, (await there.session()).body];
      return { status, found };
    }
    const signedIn = expect.objectContaining({ user: expect.anything() });
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(await signIn(from, to, 570)).toEqual({ status: 200, found: [signedIn, signedIn] });
      expect(await signIn(from, to, 601)).toEqual({ status: 400, found: [null, null] });
    }

    const clockOf = async (url: string) => {
      const response = await fetch(`${url}/ready`);
      const { details } = (await response.json()) as { details: Record<string, string> };
      return [response.status, details.clock];
    };
    expect(await clockOf(one)).toEqual([200, `failing: ${words} the clock of the database`]);
    expect(await clockOf(other)).toEqual([200, "ok"]);
    // optional: telemetry
    const skewOf = async (url: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const text = await (await fetch(`${url}/metrics`, { headers })).text();
      return Number(/^clock_skew_seconds (\S+)$/m.exec(text)?.[1]);
    };
    expect(await skewOf(one)).toBeCloseTo(seconds, 0);
    expect(await skewOf(other)).toBeCloseTo(0, 0);
    // end: telemetry
  },
);
