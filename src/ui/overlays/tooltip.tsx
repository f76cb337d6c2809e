import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type ReactElement,
} from "react";
import "./popover.css";

const hoverDelayMs = 400;

type Anchor = {
  style?: CSSProperties | undefined;
  "aria-describedby"?: string | undefined;
};

type TooltipProps = {
  text: string;
  /** The text is already the accessible name: don't announce it twice. */
  repeatsLabel?: boolean;
  /** Also shows it on a tap, for a button that does nothing else. */
  opensOnPress?: boolean;
  /** One focusable element that takes `style` and `aria-describedby`. */
  children: ReactElement<Anchor>;
};

/** A tooltip on hover and keyboard focus. It can be hovered, and Escape hides it (WCAG 1.4.13). */
export function Tooltip({ text, repeatsLabel = false, opensOnPress = false, children }: TooltipProps) {
  const id = useId();
  const anchor = `--tooltip-${id.replaceAll(/\W/g, "")}`;
  const { ref, showAfter, hide, onToggle } = useTooltip();
  const { style, "aria-describedby": describedBy } = children.props;

  return (
    <span
      className="contents"
      onPointerEnter={({ pointerType }) => pointerType !== "touch" && showAfter(hoverDelayMs)}
      onPointerLeave={({ currentTarget }) => !currentTarget.querySelector(":focus-visible") && hide()}
      onPointerDown={hide}
      // Touch, too. After the release, which closes open popovers.
      onPointerUp={() => opensOnPress && showAfter(0)}
      // With a timer: the focus may return from a popover that is still closing.
      onFocus={({ target }) => target.matches(":focus-visible") && showAfter(0)}
      onBlur={hide}
    >
      {cloneElement(children, {
        style: { ...style, anchorName: [style?.anchorName, anchor].filter(Boolean).join(", ") },
        "aria-describedby": repeatsLabel ? describedBy : [describedBy, id].filter(Boolean).join(" "),
      })}
      <span
        ref={ref}
        id={id}
        role="tooltip"
        onToggle={onToggle}
        popover="hint"
        className="tooltip"
        style={{ positionAnchor: anchor }}
      >
        {/* The border is visible in forced-colors mode only. */}
        <span className="block rounded-control border border-transparent bg-foreground px-2.5 py-1 font-sans text-sm/[1.4] font-medium wrap-break-word text-background">
          {text}
        </span>
      </span>
    </span>
  );
}

function useTooltip() {
  const ref = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isShown, setShown] = useState(false);

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!isShown) return;
    function hideOnEscape(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      // Don't close a dialog around it as well.
      event.preventDefault();
      ref.current?.hidePopover();
    }
    document.addEventListener("keydown", hideOnEscape, true);
    return () => document.removeEventListener("keydown", hideOnEscape, true);
  }, [isShown]);

  function show() {
    if (!ref.current?.matches(":popover-open")) ref.current?.showPopover();
  }

  return {
    ref,
    showAfter(delayMs: number) {
      clearTimeout(timer.current);
      timer.current = setTimeout(show, delayMs);
    },
    hide() {
      clearTimeout(timer.current);
      ref.current?.hidePopover();
    },
    onToggle: ({ newState }: React.ToggleEvent) => setShown(newState === "open"),
  };
}
