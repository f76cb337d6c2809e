import { useHydrated, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button, ButtonAnchor } from "../controls/button.tsx";
import { BackIcon } from "../icons.ts";
import { Heading } from "../layout/heading.tsx";
import { PageTitle } from "../page-title.tsx";
import illustrationsUrl from "./error-illustrations.svg?no-inline";

/** At the page's own origin, also with ASSETS_URL: browsers draw no part of a file of another origin. */
const illustrations = illustrationsUrl.replace(/^https?:\/\/[^/]+/, "");

type ErrorPageProps = {
  illustration: "forbidden" | "not-found" | "failed" | "unknown";
  /** Above the title: the status or a word. */
  label: string;
  title: string;
  children?: ReactNode;
  /** Actions before "Go back" and "Home". */
  actions?: ReactNode;
};

/** Loads the illustrations into the browser's cache, because an error may be that no server answers. */
export function loadIllustrations(): void {
  new Image().src = illustrations;
}

/** The layout of all error pages (specification, "Error pages"). */
export function ErrorPage({ illustration, label, title, children, actions }: ErrorPageProps) {
  const { t } = useTranslation("components");
  const heading = useFocusOnReplacement();
  const router = useRouter();

  function goBack() {
    if (router.history.length > 1) router.history.back();
    else void router.navigate({ to: "/" });
  }

  return (
    <section className="m-auto grid w-full max-w-lg justify-items-center gap-3 py-10 text-center [@media(height<44rem)]:py-0">
      <PageTitle>{title}</PageTitle>
      <svg
        viewBox="0 0 240 150"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="aspect-8/5 w-60 max-w-full [@media(height<44rem)]:w-40 rtl:-scale-x-100"
        aria-hidden
      >
        <use href={`${illustrations}#${illustration}`} />
      </svg>
      <p className="mt-5 text-sm font-semibold tracking-widest text-muted-foreground rtl:tracking-normal">
        {label}
      </p>
      <Heading ref={heading}>{title}</Heading>
      {children}
      <p className="mt-5 flex flex-wrap justify-center gap-3">
        {actions}
        <Button onClick={goBack}>
          <BackIcon className="size-5" />
          {t("errorPage.back")}
        </Button>
        <ButtonAnchor href="/">{t("errorPage.home")}</ButtonAnchor>
      </p>
    </section>
  );
}

/**
 * Focuses the heading if the error replaced a page and with it the focused element (WCAG 2.4.3), but not if the server
 * rendered the error.
 */
function useFocusOnReplacement() {
  const heading = useRef<HTMLHeadingElement>(null);
  const isHydrated = useHydrated();
  const [isServerRendered] = useState(!isHydrated);
  useEffect(() => {
    const isFocusWithin = heading.current?.parentElement?.contains(document.activeElement);
    if (!isServerRendered && !isFocusWithin) heading.current?.focus();
  }, [isServerRendered]);
  return heading;
}
