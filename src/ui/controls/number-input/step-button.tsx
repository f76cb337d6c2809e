import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";

const repeatDelayMs = 400;
const repeatIntervalMs = 60;

type StepButtonProps = {
  label: string;
  disabled: boolean;
  onStep: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * A button that steps when it is pressed, and repeatedly while it is held. It isn't in the tab order, because the input's
 * arrow keys do the same, and it doesn't take the focus, so that a phone's keyboard doesn't open.
 */
export function StepButton({ label, disabled, onStep, className = "", children }: StepButtonProps) {
  const [isHeld, setIsHeld] = useState(false);
  const hasRepeated = useRef(false);
  const repeat = useEffectEvent(() => {
    hasRepeated.current = true;
    onStep();
  });

  useEffect(() => {
    if (!isHeld) return;
    const release = () => setIsHeld(false);
    let timer: ReturnType<typeof setTimeout>;
    const repeatAfter = (delayMs: number) => {
      timer = setTimeout(() => {
        repeat();
        repeatAfter(repeatIntervalMs);
      }, delayMs);
    };
    repeatAfter(repeatDelayMs);
    window.addEventListener("pointerup", release);
    window.addEventListener("pointercancel", release);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pointerup", release);
      window.removeEventListener("pointercancel", release);
    };
  }, [isHeld]);

  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      disabled={disabled}
      className={`control-adornment step-button ${className}`}
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={({ button }) => {
        hasRepeated.current = false;
        setIsHeld(button === 0);
      }}
      onPointerLeave={() => setIsHeld(false)}
      onClick={({ detail }) => {
        // Releasing a held button also clicks. Clicks of assistive technology have no pointer (`detail` is 0).
        if (hasRepeated.current && detail > 0) return;
        onStep();
      }}
    >
      {children}
    </button>
  );
}
