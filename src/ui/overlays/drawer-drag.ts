import { useRef, type PointerEvent } from "react";
import { useIsMobile } from "../use-media-query.ts";

/** A dialog is a drawer up to 640 px (specification, section 9). */
const dialogBreakpoint = 641;

/** A pointer that stopped for longer than this before it was released did not flick. */
const maxFlickPauseMs = 80;

type Release = { distance: number; height: number; /** In px/ms. */ speed: number };

/** Whether a released drawer closes: dragged down by a third of its height, or flicked. */
export function shouldCloseDrawer({ distance, height, speed }: Release) {
  return distance > height / 3 || (distance > 8 && speed >= 0.5);
}

/** Pointer handlers with which an element drags its dialog down. `onClose` is called if it was dragged far enough. */
export function useDrawerDrag(onClose: () => void) {
  const isDrawer = useIsMobile(dialogBreakpoint);
  const drag = useRef<{ startY: number; y: number; time: number; speed: number }>(undefined);

  function start(event: PointerEvent<HTMLElement>) {
    const isControl = (event.target as Element).closest("button, a, input");
    if (!event.isPrimary || event.button !== 0 || isControl || !isDrawer) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { startY: event.clientY, y: event.clientY, time: event.timeStamp, speed: 0 };
  }

  function move({ clientY, timeStamp, currentTarget }: PointerEvent<HTMLElement>) {
    const dialog = currentTarget.closest("dialog");
    if (!drag.current || !dialog) return;
    const { startY, y, time } = drag.current;
    const speed = (clientY - y) / Math.max(1, timeStamp - time);
    drag.current = { startY, y: clientY, time: timeStamp, speed };
    dialog.dataset.dragged = "";
    dialog.style.translate = `0 ${Math.max(0, clientY - startY)}px`;
  }

  function end({ type, timeStamp, currentTarget }: PointerEvent<HTMLElement>) {
    const dialog = currentTarget.closest("dialog");
    if (!drag.current || !dialog) return;
    const { startY, y, time, speed } = drag.current;
    drag.current = undefined;
    delete dialog.dataset.dragged;
    dialog.style.translate = "";
    const release = {
      distance: y - startY,
      height: dialog.offsetHeight,
      speed: timeStamp - time < maxFlickPauseMs ? speed : 0,
    };
    if (type === "pointerup" && shouldCloseDrawer(release)) onClose();
  }

  return { onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end };
}
