import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type ReactElement,
} from "react";
import "./tooltip.css";

/** How long a pointer rests on something before it is explained, in milliseconds. */
const delay = 400;

type Anchor = { style?: CSSProperties | undefined; "aria-describedby"?: string | undefined };

type TooltipProps = {
  text: string;
  /** The text is the element's name already: it is shown, but not announced a second time. */
  repeatsLabel?: boolean;
  /** One element that takes `style` and `aria-describedby` and can have the focus. */
  children: ReactElement<Anchor>;
};

/**
 * Explains an element to who points at it or reaches it by keyboard; fingers get none. It stays while it is pointed
 * at, and Escape puts it away (WCAG 1.4.13).
 */
export function Tooltip({ text, repeatsLabel = false, children }: TooltipProps) {
  const id = useId();
  const anchor = `--tooltip-${id.replaceAll(/\W/g, "")}`;
  const { ref, showAfter, hide, onToggle } = useTooltip();
  const { style, "aria-describedby": describedBy } = children.props;

  return (
    <span
      className="contents"
      onPointerEnter={({ pointerType }) => pointerType !== "touch" && showAfter(delay)}
      onPointerLeave={({ currentTarget }) => !currentTarget.querySelector(":focus-visible") && hide()}
      onPointerDown={hide}
      // Not at once: the focus may come back from a popover that is still closing.
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
        <span>{text}</span>
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
    function escape(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      // Nothing else closes by the same press, such as the dialog around.
      event.preventDefault();
      ref.current?.hidePopover();
    }
    document.addEventListener("keydown", escape, true);
    return () => document.removeEventListener("keydown", escape, true);
  }, [isShown]);

  return {
    ref,
    showAfter(milliseconds: number) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        if (!ref.current?.matches(":popover-open")) ref.current?.showPopover();
      }, milliseconds);
    },
    hide() {
      clearTimeout(timer.current);
      ref.current?.hidePopover();
    },
    onToggle: ({ newState }: React.ToggleEvent) => setShown(newState === "open"),
  };
}
