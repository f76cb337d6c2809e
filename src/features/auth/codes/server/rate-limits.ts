import { clientNetwork } from "#server/limits/client-network.ts";
import type { RateLimit } from "#server/limits/rate-limit.ts";
import { newCodeSeconds } from "#features/auth/limits.ts";

/** Who asks for a code, or answers with one. */
export type Asker = {
  /** The client's network address, as RequestInfo has it. */
  clientAddress: string;
  /** The id of a browser that has signed in to this address before. */
  knownBrowser: string | undefined;
};

const minute = 60;
const hour = 60 * minute;

/** Asking for codes (decisions: "Sign-in"). The client's comes first: who has none left spends nothing of an address's. */
export function askingBudgets(email: string, asker: Asker): RateLimit[] {
  const owner = ownerOf(email, asker);
  return [
    { key: `ask ${clientOf(asker)}`, limit: 60, windowSeconds: 10 * minute },
    { key: `ask now ${owner}`, limit: 1, windowSeconds: newCodeSeconds },
    { key: `ask ${owner}`, limit: 6, windowSeconds: hour },
  ];
}

/** A client's wrong answers, and its answers to codes that are over. */
export function clientAnswerBudget(asker: Asker): RateLimit {
  return { key: `answer ${clientOf(asker)}`, limit: 100, windowSeconds: 10 * minute };
}

/** Wrong answers for an address, or, where the browser is known to it, those of that browser. */
export function addressAnswerBudget(email: string, asker: Asker): RateLimit {
  return { key: `answer ${ownerOf(email, asker)}`, limit: asker.knownBrowser ? 10 : 20, windowSeconds: hour };
}

function clientOf({ clientAddress }: Asker): string {
  return `client ${clientNetwork(clientAddress)}`;
}

function ownerOf(email: string, { knownBrowser }: Asker): string {
  return knownBrowser ? `browser ${knownBrowser} ${email}` : `address ${email}`;
}
