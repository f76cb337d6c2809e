import { createLink } from "@tanstack/react-router";
import { useId, type ComponentProps, type ReactNode } from "react";
import { CheckIcon } from "../icons.ts";

type ItemProps = {
  icon?: ReactNode;
  /** Whether this choice of a group is the current one. It has a check mark. */
  isChecked?: boolean;
};

function itemAttributes(isChecked: boolean | undefined, className = "") {
  return {
    role: isChecked === undefined ? "menuitem" : "menuitemradio",
    "aria-checked": isChecked,
    className: `menu-item ${className}`,
  };
}

function ItemContent({ icon, isChecked, children }: ItemProps & { children: ReactNode }) {
  return (
    <>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      {isChecked && <CheckIcon className="menu-check" />}
    </>
  );
}

type MenuItemProps = Omit<ComponentProps<"button">, "role" | "className"> &
  ItemProps & {
    /** `danger` for destructive actions. */
    variant?: "danger";
  };

/** A menu item that runs an action. The menu closes by itself. */
export function MenuItem({ icon, isChecked, variant, children, ...props }: MenuItemProps) {
  return (
    <li role="none">
      <button type="button" {...itemAttributes(isChecked, variant && "menu-item-danger")} {...props}>
        <ItemContent {...{ icon, isChecked }}>{children}</ItemContent>
      </button>
    </li>
  );
}

type MenuAnchorProps = Omit<ComponentProps<"a">, "role" | "className"> & ItemProps;

/** A menu item that is a plain link. */
export function MenuAnchor({ icon, isChecked, children, ...props }: MenuAnchorProps) {
  return (
    <li role="none">
      {/* Last: the router gives the link to the current page a class of its own. */}
      <a {...props} {...itemAttributes(isChecked)}>
        <ItemContent {...{ icon, isChecked }}>{children}</ItemContent>
      </a>
    </li>
  );
}

/** A menu item that links to a route. */
export const MenuLink = createLink(MenuAnchor);

/** Menu items under a heading. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <li role="none">
      <ul role="group" aria-labelledby={id}>
        <li role="presentation" id={id} className="px-3 pt-2 pb-1 text-sm text-muted-foreground">
          {label}
        </li>
        {children}
      </ul>
    </li>
  );
}

export function MenuSeparator() {
  return (
    <li role="none">
      <hr className="-mx-1 my-1" />
    </li>
  );
}
