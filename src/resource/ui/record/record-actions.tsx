import type { ComponentProps, ComponentType, Ref } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button, buttonClasses, ButtonLink } from "#ui/controls/button.tsx";
import { EditIcon, MoreIcon } from "#ui/icons.ts";
import { MenuItem, MenuLink } from "#ui/overlays/menu-item.tsx";
import { Menu } from "#ui/overlays/menu.tsx";

/** What can be done with a record: the attributes of a button with an icon. */
export type RecordAction = {
  label: string;
  icon: ComponentType<{ className?: string }>;
} & Pick<ComponentProps<typeof MenuItem>, "variant" | "onClick" | "onPointerEnter" | "onFocus">;

type RecordActionsProps = {
  actions: RecordAction[];
  /** The link to the record's form. */
  edit: { to: string; label: string; ref: Ref<HTMLAnchorElement> };
};

/** The actions on a record as buttons, the link to its form last. More than two are in a menu on a phone. */
export function RecordActions({ actions, edit: { to, label, ref } }: RecordActionsProps) {
  const { t } = useTranslation("resource");
  const hasMenu = actions.length > 1;
  return (
    <>
      <div className={`flex-wrap items-center gap-2 sm:gap-3 ${hasMenu ? "hidden sm:flex" : "flex"}`}>
        {actions.map(({ label: name, icon: Icon, variant: _, ...button }) => (
          <Button key={name} {...button}>
            <Icon className="size-5" />
            {name}
          </Button>
        ))}
        <ButtonLink ref={ref} to={to} state variant="primary" aria-keyshortcuts="E">
          <EditIcon className="size-5" />
          {label}
        </ButtonLink>
      </div>
      {hasMenu && (
        <div className="sm:hidden">
          <Menu
            label={t("actions")}
            trigger={
              <>
                <MoreIcon className="size-5" />
                {t("actions")}
              </>
            }
            triggerClassName={buttonClasses()}
          >
            <MenuLink to={to} state icon={<EditIcon className="size-5" />}>
              {label}
            </MenuLink>
            {actions.map(({ label: name, icon: Icon, ...item }) => (
              <MenuItem key={name} icon={<Icon className="size-5" />} {...item}>
                {name}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </>
  );
}
