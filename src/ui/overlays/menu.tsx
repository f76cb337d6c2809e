import { useRef, type KeyboardEvent, type ReactNode } from "react";
import { nextItemIndex, typeaheadIndex } from "./menu-keys.ts";
import "./menu.css";
import { usePopover, type Placement } from "./popover.tsx";
import { Tooltip } from "./tooltip.tsx";

/** Letters that follow each other sooner than this, in milliseconds, are one word. */
const typingPause = 500;

const triggerLook =
  "inline-flex min-h-control items-center gap-3 rounded-control text-sm text-muted-foreground transition-colors duration-150 hover:bg-muted hover:text-foreground";

type MenuProps = {
  /** The accessible name of trigger and menu; shown as a tooltip where the trigger is only an icon. */
  label: string;
  trigger: ReactNode;
  isIconOnly?: boolean;
  placement?: Placement;
  /** MenuItem, MenuAnchor, MenuLink, MenuGroup, MenuSeparator. */
  children: ReactNode;
};

/**
 * A button that opens a short list of choices (WAI-ARIA, "Menu Button Pattern"): arrows, Home, End and first letters
 * move among them, Tab and Escape leave. By the browser's own popover, so that links in it work without JavaScript.
 */
export function Menu({ label, trigger, isIconOnly = false, placement, children }: MenuProps) {
  const popover = usePopover(placement);
  const menu = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const onKeyDown = useMenuKeys(menu, button);

  /** Who opened it by keyboard goes on by keyboard. */
  function enter({ newState }: React.ToggleEvent) {
    if (newState === "open" && button.current?.matches(":focus-visible")) currentItem(menu.current)?.focus();
  }

  function leaveAfterChoice({ target }: React.MouseEvent) {
    if ((target as Element).closest("[role^=menuitem]")) menu.current?.hidePopover();
  }

  const opener = (
    <button
      ref={button}
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      className={`${triggerLook} ${isIconOnly ? "size-control shrink-0 justify-center" : "px-3"}`}
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
          {opener}
        </Tooltip>
      ) : (
        opener
      )}
      <ul
        ref={menu}
        role="menu"
        aria-label={label}
        onKeyDown={onKeyDown}
        onToggle={enter}
        onClick={leaveAfterChoice}
        {...popover.panel}
        className={`${popover.panel.className} menu`}
      >
        {children}
      </ul>
    </>
  );
}

type ElementRef<T> = React.RefObject<T | null>;

function useMenuKeys(menu: ElementRef<HTMLElement>, button: ElementRef<HTMLElement>) {
  const typing = useRef({ text: "", at: -Infinity });

  /** What was typed until now, as one word. */
  function typed({ key, timeStamp }: KeyboardEvent): string {
    const { text, at } = typing.current;
    typing.current = { text: timeStamp - at < typingPause ? text + key : key, at: timeStamp };
    return typing.current.text;
  }

  return (event: KeyboardEvent) => {
    const { key, timeStamp } = event;
    const isOpen = menu.current?.matches(":popover-open");
    if (event.ctrlKey || event.metaKey || event.altKey || (!isOpen && !key.startsWith("Arrow"))) return;

    if (key === "Tab") {
      menu.current?.hidePopover();
      // From here the browser goes on to what comes before or after the trigger.
      if (event.currentTarget === menu.current) button.current?.focus();
      return;
    }
    const items = itemsOf(menu.current);
    const current = items.findIndex((item) => item === document.activeElement);
    const isTyping = timeStamp - typing.current.at < typingPause;
    if (key === " " && !isTyping) {
      // A link among the choices is pressed as the others are.
      if (document.activeElement instanceof HTMLAnchorElement) {
        event.preventDefault();
        document.activeElement.click();
      }
      return;
    }
    const isLetter = [...key].length === 1;
    const next = isLetter
      ? typeaheadIndex(typed(event), current, items.map(linesOf))
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

/** What is chosen already, or else the first. */
function currentItem(menu: HTMLElement | null): HTMLElement | undefined {
  const items = itemsOf(menu);
  if (items.some((item) => item === document.activeElement)) return undefined;
  return items.find((item) => item.ariaChecked === "true") ?? items[0];
}

function linesOf(item: HTMLElement): string[] {
  return item.innerText.split("\n");
}
