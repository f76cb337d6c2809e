import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { brand } from "#brand/brand.ts";
import { ButtonAnchor } from "#ui/controls/button.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { AreaSwitch } from "./area-switch.tsx";
import { Suggestions } from "./suggestions.tsx";

type HomeScreenProps = {
  areas: { app: boolean; manager: boolean };
  hasBooks: boolean;
  /** The newest books, or why there are none. */
  newest: ReactNode;
  /** The books that the user opened last. */
  opened: ReactNode;
};

/** The files of this screen, for developers. Builds don't contain them. */
const screenFiles = import.meta.env.DEV
  ? ["src/routes/app/index.tsx", "src/features/home/screens", "src/features/books/screens"]
  : [];

/** App's start page: a welcome and the areas (specification, "App switch"), books, and things to try. */
export function HomeScreen({ areas, hasBooks, newest, opened }: HomeScreenProps) {
  const { t } = useTranslation("home");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <PageTitle>{t("title")}</PageTitle>
      <div className="grid items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <header className="grid gap-4 xl:pt-3">
          <Heading>{brand.name}</Heading>
          <p className="max-w-prose text-lg text-muted-foreground">{t("sentence", { name: brand.name })}</p>
          <p className="flex flex-wrap gap-3">
            <ButtonAnchor href={brand.documentation}>{t("documentation")}</ButtonAnchor>
            <ButtonAnchor href={brand.issues}>{t("openIssue")}</ButtonAnchor>
          </p>
        </header>
        <AreaSwitch current="app" areas={areas} />
      </div>
      {newest}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        {hasBooks && opened}
        <Suggestions hasBooks={hasBooks} />
      </div>
      {import.meta.env.DEV && (
        <p dir="ltr" className="text-start text-xs wrap-anywhere text-muted-foreground">
          {screenFiles.join(" · ")}
        </p>
      )}
    </div>
  );
}
