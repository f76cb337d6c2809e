import { useRef, type KeyboardEvent, type ReactNode } from "react";
import "./menu.css";
import { usePopover, type Placement } from "./popover.tsx";
import { Tooltip } from "./tooltip.tsx";

const triggerClass =
  "inline-flex min-h-control items-center gap-3 rounded-control text-sm text-muted-foreground transition-colors duration-150 hover:bg-muted hover:text-foreground";

export type MenuProps = {
  /** The accessible name of trigger and menu. Icon triggers also show it as a tooltip. */
  label: string;
  trigger: ReactNode;
  isIconOnly?: boolean;
  /** Replaces the trigger's own classes. */
  triggerClassName?: string;
  placement?: Placement;
  /** MenuItem, MenuAnchor, MenuLink, MenuGroup, MenuSeparator. */
  children: ReactNode;
};

/**
 * A menu button (WAI-ARIA, "Menu Button Pattern"). The menu is a native popover, so links in it work without
 * JavaScript.
 */
export function Menu({
  label,
  trigger,
  isIconOnly = false,
  triggerClassName = `${triggerClass} ${isIconOnly ? "size-control shrink-0 justify-center" : "px-3"}`,
  placement,
  children,
}: MenuProps) {
  const popover = usePopover(placement);
  const menu = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const onKeyDown = useMenuKeys(menu, button);

  /** Opened with the keyboard, the menu takes the focus. */
  function focusCurrentItem({ newState }: React.ToggleEvent) {
    if (newState === "open" && button.current?.matches(":focus-visible")) currentItem(menu.current)?.focus();
  }

  function closeAfterChoice({ target }: React.MouseEvent) {
    if ((target as Element).closest("[role^=menuitem]")) menu.current?.hidePopover();
  }

  const triggerButton = (
    <button
      ref={button}
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      className={triggerClassName}
      onKeyDown={onKeyDown}
      {...popover.trigger}
    >
      {trigger}
    </button>
  );

  return (
    <>
      {isIconOnly ? (
        <Tooltip text={label} repeatsLabel>
          {triggerButton}
        </Tooltip>
      ) : (
        triggerButton
      )}
      <ul
        ref={menu}
        role="menu"
        aria-label={label}
        onKeyDown={onKeyDown}
        onToggle={focusCurrentItem}
        onClick={closeAfterChoice}
        {...popover.panel}
        className={`${popover.panel.className} min-w-44 p-1`}
      >
        {children}
      </ul>
    </>
  );
}

type ElementRef<T> = React.RefObject<T | null>;

/** The keys of trigger and menu (WAI-ARIA, "Menu and Menubar Pattern"). */
function useMenuKeys(menu: ElementRef<HTMLElement>, button: ElementRef<HTMLElement>) {
  return (event: KeyboardEvent) => {
    const { key } = event;
    const isOpen = menu.current?.matches(":popover-open");
    if (event.ctrlKey || event.metaKey || event.altKey || (!isOpen && !key.startsWith("Arrow"))) return;

    if (key === "Tab") {
      menu.current?.hidePopover();
      // The browser then moves the focus to the element before or after the trigger.
      if (event.currentTarget === menu.current) button.current?.focus();
      return;
    }
    if (key === " ") {
      // Space also activates links.
      if (document.activeElement instanceof HTMLAnchorElement) {
        event.preventDefault();
        document.activeElement.click();
      }
      return;
    }
    const next = nextItem(key, itemsOf(menu.current));
    if (!next) return;
    event.preventDefault();
    if (!isOpen) menu.current?.showPopover();
    next.focus();
  };
}

/** The item to which a key moves the focus. A letter moves it to the next item that begins with it. */
function nextItem(key: string, items: HTMLElement[]): HTMLElement | undefined {
  const current = items.findIndex((item) => item === document.activeElement);
  if (key === "ArrowDown") return items[(current + 1) % items.length];
  if (key === "ArrowUp") return items.at(Math.max(current, 0) - 1);
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  const following = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  return [...key].length === 1 ? following.find((item) => beginsWith(item, key)) : undefined;
}

function beginsWith(item: HTMLElement, letter: string): boolean {
  const [first = ""] = item.innerText.trim();
  return first.localeCompare(letter, undefined, { sensitivity: "base" }) === 0;
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
}

/** The checked item, or else the first one; `undefined` if an item already has the focus. */
function currentItem(menu: HTMLElement | null): HTMLElement | undefined {
  const items = itemsOf(menu);
  if (items.some((item) => item === document.activeElement)) return undefined;
  return items.find((item) => item.ariaChecked === "true") ?? items[0];
}
