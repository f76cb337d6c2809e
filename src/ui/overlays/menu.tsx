import { useRef, type KeyboardEvent, type ReactNode } from "react";
import { nextItemIndex, typeaheadIndex } from "./menu-keys.ts";
import "./menu.css";
import { usePopover, type Placement } from "./popover.tsx";
import { Tooltip } from "./tooltip.tsx";

/** Letters typed within this time form one prefix. */
const typeaheadMs = 500;

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

function useMenuKeys(menu: ElementRef<HTMLElement>, button: ElementRef<HTMLElement>) {
  const typeahead = useRef({ text: "", time: -Infinity });

  /** Adds a letter to the prefix. */
  function typePrefix({ key, timeStamp }: KeyboardEvent): string {
    const { text, time } = typeahead.current;
    typeahead.current = { text: timeStamp - time < typeaheadMs ? text + key : key, time: timeStamp };
    return typeahead.current.text;
  }

  return (event: KeyboardEvent) => {
    const { key, timeStamp } = event;
    const isOpen = menu.current?.matches(":popover-open");
    if (event.ctrlKey || event.metaKey || event.altKey || (!isOpen && !key.startsWith("Arrow"))) return;

    if (key === "Tab") {
      menu.current?.hidePopover();
      // The browser then moves the focus to the element before or after the trigger.
      if (event.currentTarget === menu.current) button.current?.focus();
      return;
    }
    const items = itemsOf(menu.current);
    const current = items.findIndex((item) => item === document.activeElement);
    const isTyping = timeStamp - typeahead.current.time < typeaheadMs;
    if (key === " " && !isTyping) {
      // Space also activates links.
      if (document.activeElement instanceof HTMLAnchorElement) {
        event.preventDefault();
        document.activeElement.click();
      }
      return;
    }
    const isLetter = [...key].length === 1;
    const next = isLetter
      ? typeaheadIndex(typePrefix(event), current, items.map(linesOf))
      : nextItemIndex(key, current, items.length);
    if (isLetter || next !== undefined) event.preventDefault();
    if (next === undefined) return;
    if (!isOpen) menu.current?.showPopover();
    items[next]?.focus();
  };
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

function linesOf(item: HTMLElement): string[] {
  return item.innerText.split("\n");
}
