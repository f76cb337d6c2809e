import { accountApi } from "./account/api.ts";
import { codeApi } from "./codes/api.ts";
import { confirmationApi } from "./confirmation/api.ts";
import { keyApi } from "./keys/api.ts";
import { passkeyApi } from "./passkeys/api.ts";
import { sessionApi } from "./sessions/api.ts";
import { linkedAccountApi } from "./social/api.ts";

export const authApi = {
  ...accountApi,
  ...codeApi,
  ...confirmationApi,
  ...sessionApi,
  ...passkeyApi, // optional: passkeys
  ...linkedAccountApi, // optional: social
  ...keyApi, // optional: api-keys
};
