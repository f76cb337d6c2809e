import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AreaLayout } from "#ui/layout/area-layout.tsx";
import { managerNavigation } from "../navigation.ts";

/** The frame of every Manager screen. */
export function ManagerLayout({ signOut, children }: { signOut: ReactNode; children: ReactNode }) {
  const { t } = useTranslation("manager");
  return (
    <AreaLayout
      home="/manager/dashboard"
      area={t("name")}
      heading={t("navigation.application")}
      items={managerNavigation(t)}
      otherArea={{ to: "/app", label: t("navigation.openApp") }}
      signOut={signOut}
    >
      {children}
    </AreaLayout>
  );
}
