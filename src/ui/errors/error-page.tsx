import { useRouter } from "@tanstack/react-router";
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from "react";
import { useTranslation } from "react-i18next";
import { Button, ButtonAnchor } from "../controls/button.tsx";
import { BackIcon } from "../icons.ts";
import { PageTitle } from "../page-title.tsx";
import { ErrorIllustration } from "./error-illustration.tsx";

type ErrorPageProps = ComponentProps<typeof ErrorIllustration> & {
  /** Above the title: the status, or a word. */
  label: string;
  title: string;
  children?: ReactNode;
  /** Actions before "Go back" and "Home". */
  actions?: ReactNode;
};

/** The page of everything that went wrong: what, and the ways on (specification, "Error pages"). */
export function ErrorPage({ illustration, label, title, children, actions }: ErrorPageProps) {
  const { t } = useTranslation("components");
  const heading = useFocusInPlace();
  const goBack = useGoBack();
  return (
    <section className="m-auto grid w-full max-w-lg justify-items-center gap-3 py-10 text-center">
      <PageTitle>{title}</PageTitle>
      <ErrorIllustration illustration={illustration} />
      <p className="mt-5 text-sm font-semibold tracking-widest text-muted-foreground rtl:tracking-normal">
        {label}
      </p>
      <h1
        ref={heading}
        tabIndex={-1}
        className="font-serif text-3xl font-semibold tracking-tight text-balance outline-none"
      >
        {title}
      </h1>
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

/** To where one came from; in a tab that began with this page, home. */
function useGoBack(): () => void {
  const router = useRouter();
  return () => {
    if (router.history.length > 1) router.history.back();
    else void router.navigate({ to: "/" });
  };
}

/**
 * The heading has the focus where the error took the place of a page (WCAG 2.4.3): what was focused is gone. On a page
 * that came from the server with the error, reading begins at the top as on any other, and a button of this one that
 * has the focus keeps it.
 */
function useFocusInPlace() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [cameWithPage] = useState(useIsHydrating());
  useEffect(() => {
    const isFocusWithin = heading.current?.parentElement?.contains(document.activeElement);
    if (!cameWithPage && !isFocusWithin) heading.current?.focus();
  }, [cameWithPage]);
  return heading;
}

/** Whether the server's HTML is just being taken over. */
function useIsHydrating(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
}
