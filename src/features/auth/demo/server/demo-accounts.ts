import { seededAccounts } from "#features/users/shared/seeded-accounts.ts";

/** The code of the demo's accounts, which the login page shows. */
export const demoCode = "123456";

/** The accounts of a demo. */
export const demoAccounts = seededAccounts.map(({ name, email }) => ({ name, email }));
