import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";

const repeatDelayMs = 400;
const repeatIntervalMs = 60;

type StepButtonProps = {
  label: string;
  isDisabled: boolean;
  onStep: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * A button that steps when it is pressed, and repeatedly while it is held. It isn't in the tab order, because the input's
 * arrow keys do the same, and it doesn't take the focus, so that a phone's keyboard doesn't open.
 */
export function StepButton({ label, isDisabled, onStep, className = "", children }: StepButtonProps) {
  const [isHeld, setIsHeld] = useState(false);
  const hasRepeated = useRef(false);
  const repeat = useEffectEvent(() => {
    hasRepeated.current = true;
    onStep();
  });

  useEffect(() => {
    if (!isHeld) return;
    const release = () => setIsHeld(false);
    const controller = new AbortController();
    let timer = setTimeout(function step() {
      repeat();
      timer = setTimeout(step, repeatIntervalMs);
    }, repeatDelayMs);
    window.addEventListener("pointerup", release, controller);
    window.addEventListener("pointercancel", release, controller);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isHeld]);

  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      disabled={isDisabled}
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
