import { areaNames } from "#brand/area-names.ts";
import { redirect, type ParsedLocation } from "@tanstack/react-router";
import { redirectLimit, safeRedirect } from "#features/auth/redirect.ts";
import type { Page, PageUser } from "../page/page.ts";
import type { Areas } from "../access/areas.ts";
import { forbiddenError } from "./known-errors.ts";

/* Guards only redirect, on the server first. Every operation checks its permission itself. */

type Guarded = { context: { page: Page }; location: ParsedLocation };

/**
 * Requires a signed-in, onboarded user who may enter the area.
 * @throws as `requireOnboarded`, or FORBIDDEN, which shows the 403 page in place
 */
export function requireArea(guarded: Guarded, area: keyof PageUser["areas"]): { user: PageUser } {
  const { user } = requireOnboarded(guarded);
  if (!user.areas[area]) throw forbiddenError();
  return { user };
}

/** @throws a redirect to /login, /login/confirm or /onboarding without a signed-in, onboarded user */
export function requireOnboarded({ context, location }: Guarded): { user: PageUser } {
  const user = requireUser({ context, location });
  // optional: passkeys
  if (user.needsPasskey) throw redirect({ to: "/login/confirm", search: { redirect: location.href } });
  // end: passkeys
  if (!user.isOnboarded) throw redirect({ to: "/onboarding", search: returnTo(location) });
  return { user };
}

/** @throws a redirect to /login without a session */
export function requireUser({ context, location }: Guarded): PageUser {
  const { user } = context.page;
  if (!user) throw redirect({ to: "/login", search: returnTo(location) });
  return user;
}

/** @throws a redirect to the requested path, or to the user's area, with a session */
export function requireSignedOut({ context }: Pick<Guarded, "context">, requestedPath: string): void {
  const { user } = context.page;
  // The login pages don't know the areas' routes.
  if (user) throw redirect({ href: landingPath(user, requestedPath), reloadDocument: true });
}

/** The path after signing in: the requested one, or the last area that the user may enter, or else their account. */
export function landingPath({ areas }: { areas: Areas }, requestedPath: string): string {
  const area = areaNames.findLast((name) => areas[name]);
  return safeRedirect(requestedPath) || (area ? `/${area}` : "/account");
}

/** The path of the user's account: in the first area that they may enter, or outside the areas. */
export function accountPath({ areas }: { areas: Areas }): string {
  const area = areaNames.find((name) => areas[name]);
  return area ? `/${area}/account` : "/account";
}

/** The parameter that leads back. It would not be followed to a longer address, and proxies limit a response's headers. */
function returnTo({ href }: ParsedLocation): { redirect?: string } {
  return href.length > redirectLimit ? {} : { redirect: href };
}
