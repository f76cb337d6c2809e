import { expect, test } from "vitest";
import { providerOrigins, socialProviders } from "./providers.ts";

const credentials = { clientId: "client", clientSecret: "secret" };
const oidc = { ...credentials, issuer: "https://id.example/realms/books", name: "Library Card" };

test("a provider is listed if its credentials are configured", () => {
  const none = { github: undefined, google: undefined, oidc: undefined };
  expect(socialProviders(none)).toEqual([]);
  expect(providerOrigins(none)).toEqual([]);
  expect(socialProviders({ ...none, google: credentials })).toEqual([{ id: "google", name: "Google" }]);
  const all = { github: credentials, google: credentials, oidc };
  expect(socialProviders(all).map(({ name }) => name)).toEqual(["GitHub", "Google", "Library Card"]);
  expect(providerOrigins(all)).toEqual([
    "https://github.com",
    "https://accounts.google.com",
    "https://id.example",
  ]);
});

test("the list contains no secrets", () => {
  expect(JSON.stringify(socialProviders({ github: credentials, google: credentials, oidc }))).not.toMatch(
    /client|secret/,
  );
});
