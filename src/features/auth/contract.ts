import { accountContract } from "./account/contract.ts";
import { codeContract } from "./codes/contract.ts";
import { confirmationContract } from "./confirmation/contract.ts";
import { keyContract } from "./keys/contract.ts";
import { passkeyContract } from "./passkeys/contract.ts";
import { sessionContract } from "./sessions/contract.ts";
import { linkedAccountContract } from "./social/contract.ts";

export const authContract = {
  ...accountContract,
  ...codeContract,
  ...confirmationContract,
  ...sessionContract,
  ...passkeyContract, // optional: passkeys
  ...linkedAccountContract, // optional: social
  ...keyContract, // optional: api-keys
};
