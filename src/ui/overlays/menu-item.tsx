import { createLink } from "@tanstack/react-router";
import { useId, type ComponentProps, type ReactNode } from "react";
import { CheckIcon } from "../icons.ts";

type ItemProps = {
  icon?: ReactNode;
  /** One of several of which one is chosen: whether it is that one, which bears a check mark. */
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
    /** `danger`: it ends or deletes something. */
    variant?: "danger";
  };

/** A choice in a Menu that does something. The menu closes by itself. */
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

/** A choice in a Menu that leads out of the product, or elsewhere by plain navigation. */
export function MenuAnchor({ icon, isChecked, children, ...props }: MenuAnchorProps) {
  return (
    <li role="none">
      <a {...itemAttributes(isChecked)} {...props}>
        <ItemContent {...{ icon, isChecked }}>{children}</ItemContent>
      </a>
    </li>
  );
}

/** A choice in a Menu that leads to another screen. */
export const MenuLink = createLink(MenuAnchor);

/** Choices in a Menu that belong together, under a heading. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <li role="none">
      <ul role="group" aria-labelledby={id}>
        <li role="presentation" id={id} className="menu-heading">
          {label}
        </li>
        {children}
      </ul>
    </li>
  );
}

/** A line between choices in a Menu. */
export function MenuSeparator() {
  return (
    <li role="none">
      <hr className="menu-separator" />
    </li>
  );
}
