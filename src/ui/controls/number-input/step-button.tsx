import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";

const millisecondsUntilRepeat = 400;
const millisecondsBetweenSteps = 60;

type StepButtonProps = {
  label: string;
  disabled: boolean;
  onStep: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * A button that steps once when it is pressed, and again and again while it is held. Not in the tab order, because the
 * arrow keys of the field do the same; the focus stays where it is, so that no keyboard covers a phone's screen.
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
    const repeatAfter = (milliseconds: number) => {
      timer = setTimeout(() => {
        repeat();
        repeatAfter(millisecondsBetweenSteps);
      }, milliseconds);
    };
    repeatAfter(millisecondsUntilRepeat);
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
        // The click with which holding ends; assistive technology clicks without a pointer (`detail` is 0).
        if (hasRepeated.current && detail > 0) return;
        onStep();
      }}
    >
      {children}
    </button>
  );
}
