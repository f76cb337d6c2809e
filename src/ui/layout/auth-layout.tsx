import type { ReactNode } from "react";
import { brand } from "#brand/brand.ts";
import { Logo } from "#brand/logo.tsx";
import { languageInfo } from "#i18n/languages.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { LanguageSwitcher } from "../language/language-switcher.tsx";
import { ThemeSwitcher } from "../theme/theme-switcher.tsx";
import { mainId, SkipLink } from "./skip-link.tsx";

type AuthLayoutProps = {
  aside?: ReactNode;
  /** For more than a form or an error: a column to read, from the top. */
  isWide?: boolean;
  children: ReactNode;
};

/**
 * The layout of pages outside the areas: a narrow column, and `aside` next to it on wide screens. Forms don't move when an
 * error appears: the column begins at the same height, and fields keep a line free. An error page is in the middle.
 */
export function AuthLayout({ aside, isWide, children }: AuthLayoutProps) {
  const { i18n } = useTranslation();
  return (
    <div className="flex flex-1 [--control-height:44px]">
      <SkipLink />
      <div className="flex min-w-0 flex-1 flex-col px-5 py-6 sm:px-10 sm:py-8">
        <header className="flex">
          <a href="/" className="flex items-center gap-3 rounded-control">
            <Logo className="size-8 shrink-0" />
            <span className="grid">
              <span className="font-serif text-xl/6 font-semibold">{brand.name}</span>
              <span className="text-sm text-muted-foreground">
                {brand.tagline[languageInfo(i18n.language).key]}
              </span>
            </span>
          </a>
        </header>
        <main
          id={mainId}
          tabIndex={-1}
          className={`mx-auto mb-auto flex w-full flex-col py-10 outline-none ${isWide ? "max-w-reading" : narrowClass}`}
        >
          {children}
        </main>
        <footer className="-mx-3 flex flex-wrap">
          <LanguageSwitcher />
          <ThemeSwitcher />
        </footer>
      </div>
      {aside}
    </div>
  );
}

const narrowClass =
  "mt-[max(0px,42dvh-13rem)] has-[>section]:mt-auto has-[>section]:py-4 max-w-90 [&_[id$=-error]:empty]:block [&_[id$=-error]:empty]:min-h-5";
