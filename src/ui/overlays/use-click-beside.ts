import { useRef, type MouseEvent } from "react";

/** Handlers of a modal dialog that call a function when the backdrop is clicked, not when a drag ends there. */
export function useClickBeside(onClick: () => void) {
  const isPressed = useRef(false);
  // The backdrop is a part of the dialog, whose own content covers it completely.
  const isBeside = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => target === currentTarget;
  return {
    onPointerDown: (event: MouseEvent<HTMLDialogElement>) => {
      isPressed.current = isBeside(event);
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      if (isPressed.current && isBeside(event)) onClick();
    },
  };
}
