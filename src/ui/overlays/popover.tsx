import { useId, type ReactNode } from "react";
import "./popover.css";

/** The inline edges of trigger and popover that are aligned. */
export type Placement = "start" | "end";

/** The attributes of a trigger and its native popover, which works without JavaScript. */
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
  /** The accessible name of the popover. */
  label: string;
  trigger: ReactNode;
  triggerClassName?: string;
  placement?: Placement;
  children: ReactNode;
};

/** A button that opens a non-modal popover. */
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
