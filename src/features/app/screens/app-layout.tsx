import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AreaLayout } from "#ui/layout/area-layout.tsx";
import { appNavigation } from "../navigation.ts";

type AppLayoutProps = { mayManage: boolean; signOut: ReactNode; children: ReactNode };

/** The frame of every App screen. */
export function AppLayout({ mayManage, signOut, children }: AppLayoutProps) {
  const { t } = useTranslation("app");
  return (
    <AreaLayout
      home="/app"
      items={appNavigation(t)}
      otherArea={mayManage ? { to: "/manager", label: t("navigation.openManager") } : undefined}
      signOut={signOut}
    >
      {children}
    </AreaLayout>
  );
}
