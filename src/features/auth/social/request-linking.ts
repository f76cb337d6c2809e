import { post, throwIfError } from "../auth-client.ts";

/** Asks the authentication service to link an account. @returns the provider's URL. @throws an error with a code */
export async function requestLinking(provider: string, path: string): Promise<string> {
  const linking = { provider, callbackURL: `${path}?link=added`, errorCallbackURL: path };
  const { error, body } = await post("/link-social", linking);
  throwIfError(error);
  return (body as { url: string }).url;
}
