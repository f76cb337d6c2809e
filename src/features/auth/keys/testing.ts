import { createRestClient, type RestResponse } from "#app/rest/testing.ts";

type Send = ReturnType<typeof createRestClient>;

/** As `createRestClient`, with API keys. */
export function createKeyClient(...settings: Parameters<typeof createRestClient>) {
  const client = createRestClient(...settings);
  const send = async (
    path: string,
    { key, headers, ...o }: Parameters<Send>[1] & { key?: string } = {},
  ): Promise<RestResponse> =>
    await client(path, {
      ...o,
      headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    });
  return Object.assign(send, { signIn: client.signIn });
}
