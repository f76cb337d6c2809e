import { useRef, type PointerEvent } from "react";

/** Narrow screens, where a dialog is a drawer (specification, section 9: 640 px wide or narrower). */
const drawerScreens = "(width <= 640px)";

/** A finger that rested this long before it left, in milliseconds, did not flick. */
const rest = 80;

/** Whether letting go closes a drawer: pulled down by a third of its height, or flicked by 0.5 px/ms and more. */
export function shouldCloseDrawer({
  distance,
  height,
  speed,
}: {
  distance: number;
  height: number;
  speed: number;
}) {
  return distance > height / 3 || (distance > 8 && speed >= 0.5);
}

/**
 * Lets a drawer be pulled down by what gets these handlers. It follows the finger; let go, it asks to be closed or
 * springs back, which styles do.
 */
export function useDrawerDrag(onCloseAsked: () => void) {
  const drag = useRef<{ from: number; at: number; time: number; speed: number }>(undefined);

  function start(event: PointerEvent<HTMLElement>) {
    const isControl = (event.target as Element).closest("button, a, input");
    if (!event.isPrimary || event.button !== 0 || isControl || !matchMedia(drawerScreens).matches) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientY, at: event.clientY, time: event.timeStamp, speed: 0 };
  }

  function move({ clientY, timeStamp, currentTarget }: PointerEvent<HTMLElement>) {
    const dialog = currentTarget.closest("dialog");
    if (!drag.current || !dialog) return;
    const { from, at, time } = drag.current;
    drag.current = {
      from,
      at: clientY,
      time: timeStamp,
      speed: (clientY - at) / Math.max(1, timeStamp - time),
    };
    dialog.dataset.dragged = "";
    dialog.style.translate = `0 ${Math.max(0, clientY - from)}px`;
  }

  function end({ type, timeStamp, currentTarget }: PointerEvent<HTMLElement>) {
    const dialog = currentTarget.closest("dialog");
    if (!drag.current || !dialog) return;
    const { from, at, time, speed } = drag.current;
    drag.current = undefined;
    delete dialog.dataset.dragged;
    dialog.style.translate = "";
    const pull = {
      distance: at - from,
      height: dialog.offsetHeight,
      speed: timeStamp - time < rest ? speed : 0,
    };
    if (type === "pointerup" && shouldCloseDrawer(pull)) onCloseAsked();
  }

  return { onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end };
}
