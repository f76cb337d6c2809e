import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { languageInfo, languageParameter, languages } from "#i18n/languages.ts";
import { Card } from "#ui/display/card.tsx";
import { GlobeIcon, KeyboardIcon, SearchIcon } from "#ui/icons.ts";
import { setLanguage } from "#ui/language/language.ts";
import { PaletteKeys } from "#ui/palette/palette-keys.tsx";
import { useCommandPalette } from "#ui/palette/palette.ts";

/** Authors in two scripts. The one whose script isn't that of the interface is suggested. */
const authors = { ltr: "نجيب محفوظ", rtl: "Ursula K. Le Guin" };

const itemClass = "flex w-full items-center gap-3 rounded-control px-2 py-2.5 text-start";
const pressableClass = `${itemClass} hover:bg-muted`;

/** Three things to try. Each does what it says when it is pressed. */
export function Suggestions({ hasBooks }: { hasBooks: boolean }) {
  const { t, i18n } = useTranslation("home");
  const { open, preload } = useCommandPalette();
  const author = authors[languageInfo(i18n.language).dir];
  return (
    <Card title={t("try.title")}>
      <ul className="-mx-2 grid gap-1">
        {hasBooks && (
          <li>
            <Link to="/app/books" search={{ searchTerm: author }} className={pressableClass}>
              <SearchIcon className="size-5 shrink-0 text-accent" />
              <Suggestion title={t("try.search")}>
                <Isolated>{t("try.searchText", { author: isolate(author) })}</Isolated>
              </Suggestion>
            </Link>
          </li>
        )}
        <li className="noscript:hidden">
          <button
            type="button"
            aria-haspopup="dialog"
            className={pressableClass}
            onClick={open}
            onPointerEnter={preload}
            onFocus={preload}
          >
            <KeyboardIcon className="size-5 shrink-0 text-accent" />
            <Suggestion title={t("try.jump")}>{t("try.jumpText")}</Suggestion>
            <PaletteKeys />
          </button>
        </li>
        <li className={itemClass}>
          <GlobeIcon className="size-5 shrink-0 text-accent" />
          <Suggestion title={t("try.language")}>
            <span className="-mx-2 flex flex-wrap">
              {languages
                .filter(({ key }) => key !== i18n.language)
                .map(({ key, dir, name }) => (
                  <a
                    key={key}
                    href={`?${languageParameter}=${key}`}
                    lang={key}
                    dir={dir}
                    hrefLang={key}
                    className="inline-flex min-h-control items-center rounded-control px-2 font-medium text-foreground underline decoration-border underline-offset-4 hover:decoration-current"
                    onClick={(event) => {
                      event.preventDefault();
                      void setLanguage(i18n, key);
                    }}
                  >
                    {name}
                  </a>
                ))}
            </span>
          </Suggestion>
        </li>
      </ul>
    </Card>
  );
}

function Suggestion({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span className="grid min-w-0 flex-1">
      <span className="font-semibold">{title}</span>
      <span className="text-sm text-muted-foreground">{children}</span>
    </span>
  );
}
