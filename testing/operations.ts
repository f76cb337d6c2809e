import type { APIResponse, BrowserContext } from "playwright-core";
import type { OperationCall } from "./auth-client.ts";

/** Sends the call of an operation as a page does. @param name as `users/list` */
export async function sendOperation(
  { request }: BrowserContext,
  name: string,
  input?: object,
): Promise<APIResponse> {
  const { origin } = new URL((await request.head("/up")).url());
  return await request.post(`/api/rpc/${name}`, { headers: { origin }, data: { json: input } });
}

/** Calls operations as the user who is signed in to a browser context. @throws unless the call succeeds */
export function operationCallOf(context: BrowserContext): OperationCall {
  return async <Result>(name: string, input?: object) => {
    const response = await sendOperation(context, name, input);
    const text = await response.text();
    if (!response.ok()) throw new Error(`${name}: ${response.status()} ${text}`);
    return (JSON.parse(text) as { json: Result }).json;
  };
}
