import { useId, type ReactNode } from "react";
import "./popover.css";

/** Which edges of trigger and popover meet: where lines begin, or where they end. */
export type Placement = "start" | "end";

/**
 * The attributes that make a button open an element beside itself. The browser's own popover: Escape, a click
 * outside, the focus, `aria-expanded` and the top layer need no script, so it works before and without one.
 */
export function usePopover(placement: Placement = "start") {
  const id = useId();
  const anchor = `--popover-${id.replaceAll(/\W/g, "")}`;
  return {
    trigger: { popoverTarget: id, style: { anchorName: anchor } },
    panel: {
      id,
      popover: "auto" as const,
      className: placement === "end" ? "popover popover-at-end" : "popover",
      style: { positionAnchor: anchor },
    },
  };
}

type PopoverProps = {
  /** The accessible name of what opens; the trigger's as well, if that shows no words. */
  label: string;
  trigger: ReactNode;
  triggerClassName?: string;
  placement?: Placement;
  children: ReactNode;
};

/** A button that opens something beside itself, and leaves the rest of the page in reach. */
export function Popover({ label, trigger, triggerClassName, placement, children }: PopoverProps) {
  const popover = usePopover(placement);
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={triggerClassName} {...popover.trigger}>
        {trigger}
      </button>
      <div role="dialog" aria-label={label} {...popover.panel}>
        {children}
      </div>
    </>
  );
}
