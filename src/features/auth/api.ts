import { accountApi } from "./account/api.ts";
import { confirmationApi } from "./confirmation/api.ts";
import { keyApi } from "./keys/api.ts"; // optional: api-keys
import { passkeyApi } from "./passkeys/api.ts"; // optional: passkeys
import { sessionApi } from "./sessions/api.ts";
import { linkedAccountApi } from "./social/api.ts"; // optional: social

export const authApi = {
  ...accountApi,
  ...confirmationApi,
  ...sessionApi,
  ...passkeyApi, // optional: passkeys
  ...linkedAccountApi, // optional: social
  ...keyApi, // optional: api-keys
};
