import { useTranslation } from "#i18n/use-translation.tsx";
import { languageParameter, languages } from "#i18n/languages.ts";
import { Card } from "#ui/display/card.tsx";
import { GlobeIcon } from "#ui/icons.ts";
import { setLanguage } from "#ui/language/language.ts";
import { homeParts } from "../home-parts.ts";
import { Suggestion, suggestionClass } from "../shared/suggestion.tsx";
import { PaletteSuggestion } from "./palette-suggestion.tsx";

const suggestions = [
  ...homeParts.map(({ Suggestion: Part }) => Part),
  PaletteSuggestion, // optional: palette
  ...(languages.length > 1 ? [LanguageSuggestion] : []),
];

/** Things to try. Each does what it says when it is pressed. */
export function Suggestions() {
  const { t } = useTranslation("home");
  if (suggestions.length === 0) return null;
  return (
    <Card title={t("try.title")}>
      <ul className="-mx-2 grid gap-1">
        {suggestions.map((Part, index) => (
          <Part key={index} />
        ))}
      </ul>
    </Card>
  );
}

function LanguageSuggestion() {
  const { t, i18n } = useTranslation("home");
  return (
    <li className={suggestionClass}>
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
  );
}
