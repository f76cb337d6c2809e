import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { page } from "vitest/browser";
import { memo } from "react";
import { I18n } from "./i18n.ts";
import { I18nProvider, useTranslation } from "./use-translation.tsx";
import { languageInfo } from "./languages.ts";
import { rightToLeft } from "../../testing/languages.ts";

const texts = (yes: string) => ({ common: { notAvailable: yes }, users: { title: `Users: ${yes}` } });

/** Renders only for a new language. */
const Answer = memo(function Answer() {
  const { t, i18n } = useTranslation();
  return <p>{`${t("notAvailable")} ${t("users:title")} ${i18n.language} ${i18n.dir}`}</p>;
});

const { key, dir } = languageInfo(rightToLeft ?? "en");

test.runIf(rightToLeft)(
  "a change of the language renders all texts again, also in parts that nothing else changes",
  async () => {
    const i18n = new I18n("en", texts("Yes"));
    i18n.addTexts({ language: key, messages: texts("نعم") });
    await render(
      <I18nProvider i18n={i18n}>
        <Answer />
      </I18nProvider>,
    );
    await expect.element(page.getByText("Yes Users: Yes en ltr")).toBeVisible();
    i18n.changeLanguage(key);
    await expect.element(page.getByText(`نعم Users: نعم ${key} ${dir}`)).toBeVisible();
  },
);
