import { redirect, type ParsedLocation } from "@tanstack/react-router";
import { safeRedirect } from "#features/auth/redirect.ts";
import type { Page, PageUser } from "../page.ts";
import type { Areas } from "../areas.ts";
import { forbidden } from "./known-errors.ts";

/*
 * Guards lead people to where they belong, on the server first. They protect nothing: every operation checks its
 * permission itself.
 */

type Guarded = { context: { page: Page }; location: ParsedLocation };

/**
 * For everyone signed in who has given their name and may enter the area.
 * @throws a redirect to /login or /onboarding, or FORBIDDEN, which shows the 403 page in place.
 */
export function requireArea(
  { context, location }: Guarded,
  area: keyof PageUser["areas"],
): { user: PageUser } {
  const user = requireUser({ context, location });
  if (!user.isOnboarded) throw redirect({ to: "/onboarding", search: { redirect: location.href } });
  if (!user.areas[area]) throw forbidden();
  return { user };
}

/** @throws a redirect to /login for who is signed out. */
export function requireUser({ context, location }: Guarded): PageUser {
  const { user } = context.page;
  if (!user) throw redirect({ to: "/login", search: { redirect: location.href } });
  return user;
}

/** @throws a redirect for who is signed in: to where they wanted to go, or to their area. */
export function requireSignedOut({ context }: Pick<Guarded, "context">, wanted: string): void {
  const { user } = context.page;
  if (user) throw redirect({ href: landingPath(user, wanted) });
}

/** Where a signed-in person goes: where they wanted, else Manager for whoever may enter it, else App. */
export function landingPath({ areas }: { areas: Areas }, wanted: string): string {
  return safeRedirect(wanted) || (areas.manager ? "/manager" : "/app");
}
