import type { CDPSession, Page } from "playwright-core";

/** An authenticator that Chromium simulates. */
export type Device = { client: CDPSession; authenticatorId: string };

/** Adds a virtual authenticator that always verifies its user. */
export async function attachDevice(page: Page): Promise<Device> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return { client, authenticatorId };
}
