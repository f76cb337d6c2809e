import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import { Avatar } from "../display/avatar.tsx";
import { Menu } from "../overlays/menu.tsx";

type UserMenuProps = {
  name: string | null;
  email: string;
  /** Menu items. */
  children: ReactNode;
};

/** The menu of the signed-in user. */
export function UserMenu({ name, email, children }: UserMenuProps) {
  const { t } = useTranslation("components");
  return (
    <Menu
      label={t("userMenu.label", { name: isolate(name ?? email) })}
      trigger={<Avatar name={name ?? email} id={email} />}
      isIconOnly
      placement="end"
    >
      <li
        role="presentation"
        className="mb-1 grid justify-items-start *:max-w-full border-b border-border px-3 py-2"
      >
        {name && <bdi className="truncate font-semibold">{name}</bdi>}
        <bdi className="truncate text-sm text-muted-foreground">{email}</bdi>
      </li>
      {children}
    </Menu>
  );
}
