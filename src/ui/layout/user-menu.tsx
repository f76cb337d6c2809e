import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PopoverMenu } from "../controls/popover-menu.tsx";
import { Avatar } from "../display/avatar.tsx";

type UserMenuProps = {
  name: string | null;
  email: string;
  /** List items: where one's account is, and the way out. */
  children: ReactNode;
};

/** Who is signed in, and what concerns them alone. */
export function UserMenu({ name, email, children }: UserMenuProps) {
  const { t } = useTranslation("components");
  return (
    <PopoverMenu
      label={t("userMenu.label", { name: name ?? email })}
      trigger={
        // The button is named by its label; the letters would only be read before it.
        <span aria-hidden>
          <Avatar name={name ?? email} id={email} />
        </span>
      }
    >
      <li className="mb-1 grid border-b border-line px-3 py-2">
        {name && <bdi className="truncate font-semibold">{name}</bdi>}
        <bdi className="truncate text-sm text-ink-soft">{email}</bdi>
      </li>
      {children}
    </PopoverMenu>
  );
}
