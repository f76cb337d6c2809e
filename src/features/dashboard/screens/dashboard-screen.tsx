import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";

/** Manager's start page. The route passes the features' cards as children. */
export function DashboardScreen({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation("dashboard");
  const [firstName = name] = name.trim().split(/\s+/);
  return (
    <div className="grid max-w-4xl gap-6">
      <PageTitle>{t("title")}</PageTitle>
      <header className="grid gap-1">
        <Heading>{t("title")}</Heading>
        <p className="text-muted-foreground">
          <Isolated>{t("greeting", { name: isolate(firstName) })}</Isolated>
        </p>
      </header>
      {children}
    </div>
  );
}
