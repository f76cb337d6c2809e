import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button, ButtonAnchor } from "../controls/button.tsx";
import { BackIcon } from "../icons.tsx";

type ErrorPageProps = {
  /** What stands large: a status, or a word. */
  sign: string;
  title: string;
  children?: ReactNode;
  /** Actions before "Go back" and "Home". */
  actions?: ReactNode;
};

/** The page of everything that went wrong: what, and the ways on (specification, "Error pages"). */
export function ErrorPage({ sign, title, children, actions }: ErrorPageProps) {
  const { t } = useTranslation("components");
  const router = useRouter();
  return (
    <section className="m-auto grid max-w-prose justify-items-center gap-4 px-4 py-16 text-center">
      <p className="font-serif text-6xl font-semibold text-accent" aria-hidden>
        {sign}
      </p>
      <h1 className="font-serif text-2xl font-semibold text-balance">{title}</h1>
      {children}
      <p className="mt-4 flex flex-wrap justify-center gap-3">
        {actions}
        <Button onClick={() => router.history.back()}>
          <BackIcon className="size-5" />
          {t("errorPage.back")}
        </Button>
        <ButtonAnchor href="/">{t("errorPage.home")}</ButtonAnchor>
      </p>
    </section>
  );
}
