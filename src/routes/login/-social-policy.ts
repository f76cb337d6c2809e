import { createIsomorphicFn } from "@tanstack/react-start";
import { providerOrigins } from "#features/auth/social/providers.ts";
import { contentSecurityPolicy } from "#server/http/security-headers.ts";
import { requestContext } from "#rpc/request-context.server.ts";

/** The login page's own policy, where its forms lead to social providers as well; else the product's stays. */
export const socialPolicy = createIsomorphicFn()
  .server((): Record<string, string> => {
    const { services, nonce } = requestContext();
    const formAction = providerOrigins(services.config.auth);
    if (formAction.length === 0) return {};
    const { baseUrl, assetsOrigin } = services.config;
    const isHttps = baseUrl.protocol === "https:";
    const isDevelopment = import.meta.env.DEV;
    return {
      "content-security-policy": contentSecurityPolicy({
        inline: [`'nonce-${nonce}'`],
        formAction,
        isHttps,
        isDevelopment,
        assetsOrigin,
      }),
    };
  })
  .client((): Record<string, string> => ({}));
