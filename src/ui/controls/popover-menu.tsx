import { useId, type ReactNode } from "react";

type PopoverMenuProps = {
  /** The trigger's accessible name. */
  label: string;
  trigger: ReactNode;
  children: ReactNode;
};

/**
 * A button that opens a short list of choices beside it. The browser's own popover: Escape, a click outside, focus
 * and the top layer need no script, so it also works before and without one.
 */
export function PopoverMenu({ label, trigger, children }: PopoverMenuProps) {
  const id = useId();
  const anchor = `--menu-${id.replaceAll(/\W/g, "")}`;
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        className="inline-flex min-h-control items-center gap-3 rounded-control px-3 text-sm text-ink-soft transition-colors duration-150 hover:bg-wash hover:text-ink"
        style={{ anchorName: anchor }}
      >
        {trigger}
      </button>
      <ul
        id={id}
        popover="auto"
        className="popover-menu min-w-44 rounded-sheet border border-line bg-sheet p-1 text-ink shadow-lg"
        style={{ positionAnchor: anchor }}
      >
        {children}
      </ul>
    </>
  );
}

export const menuItemClasses =
  "flex min-h-control w-full items-center gap-3 rounded-control px-3 text-start hover:bg-wash";
