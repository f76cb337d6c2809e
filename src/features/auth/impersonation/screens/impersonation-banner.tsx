import { useHydrated } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { brand } from "#brand/brand.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { onSessionExpired } from "#rpc/session-expiry.ts";
import { Button } from "#ui/controls/button.tsx";
import { PostForm } from "#ui/form/post-form.tsx";
import { PersonIcon } from "#ui/icons.ts";
import { useNow } from "#ui/use-now.ts";
import "./impersonation-banner.css";

type ImpersonationBannerProps = {
  user: { id: string; name: string | null; email: string };
  /** When it ends by itself. */
  endsAt: Date;
  /** When the page was loaded. */
  loadedAt: Date;
};

/** The minutes before the end from which on screen readers announce the time left. */
const announcedMinutes = 5;

/**
 * Shows an administrator on every page that they impersonate a user, for how long, and a button that stops it, also without
 * JavaScript.
 */
export default function ImpersonationBanner({ user, endsAt, loadedAt }: ImpersonationBannerProps) {
  const { t } = useTranslation("authImpersonation");
  const isHydrated = useHydrated();
  const leftMs = endsAt.getTime() - useNow(loadedAt.getTime());
  const minutes = Math.max(1, Math.ceil(leftMs / 60_000));
  const path = `/manager/users/${user.id}`;
  const sentence = t("text", { product: isolate(brand.name), name: isolate(user.name ?? user.email) });
  const timeLeft = t("timeLeft", { count: minutes });

  // With a page, the administrator's own session continues.
  useEffect(() => {
    if (leftMs <= 0) location.assign(path);
  }, [leftMs, path]);
  useEffect(
    () =>
      onSessionExpired(() => {
        location.assign(path);
        return Promise.resolve(false);
      }),
    [path],
  );

  return (
    <section
      aria-label={t("label")}
      className="impersonation-banner z-20 flex items-center gap-x-3 px-4 py-1.5 text-sm tall:sticky tall:top-0 lg:px-8"
    >
      <PersonIcon className="size-5 shrink-0 text-warning max-sm:hidden" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <strong className="font-semibold">
          <Isolated>{sentence}</Isolated>
        </strong>{" "}
        <span className="text-muted-foreground max-sm:block">{timeLeft}</span>
      </p>
      {/* Live regions are announced only when they change. */}
      <p role="status" className="sr-only">
        {isHydrated && (
          <>
            <Isolated>{sentence}</Isolated> {minutes <= announcedMinutes && timeLeft}
          </>
        )}
      </p>
      <PostForm
        action="/stop-impersonating"
        failed={t("common:failures.stopImpersonating")}
        className="shrink-0"
      >
        <Button type="submit">{t("stop")}</Button>
      </PostForm>
    </section>
  );
}
