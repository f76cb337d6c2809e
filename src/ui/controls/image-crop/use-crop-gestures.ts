import { useEffect, useEffectEvent, useRef, type PointerEvent, type RefObject } from "react";
import { cropArea, moveBy, zoomTo, type Crop, type CropSource } from "./zoomed-crop.ts";

type Point = { x: number; y: number };

type CropGestures = {
  /** The element that shows the crop. */
  frame: RefObject<HTMLElement | null>;
  source: CropSource;
  value: Crop;
  onChange: (crop: Crop) => void;
};

/** The wheel's distance, in pixels, that zooms by a factor of e; trackpads send a pinch as small wheel events with Ctrl. */
const zoomDistance = { wheel: 600, pinch: 120 };
/** The height of a line in pixels, for wheels that count in lines (DOM_DELTA_LINE). */
const lineHeight = 16;

/**
 * Moves and zooms a crop by dragging, by pinching, and by the wheel.
 * @returns the props of the element that receives pointer and wheel events
 */
export function useCropGestures({ frame, source, value, onChange }: CropGestures) {
  const stage = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, Point>());
  /** Includes changes that aren't rendered yet: several pointers may move between two renderings. */
  const current = useRef(value);
  useEffect(() => {
    current.current = value;
  }, [value]);

  const change = (crop: Crop) => {
    current.current = crop;
    onChange(crop);
  };

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, pointInFrame(frame.current, event));
  }

  function onPointerMove(event: PointerEvent) {
    if (!pointers.current.has(event.pointerId)) return;
    const before = pinchOf(pointers.current);
    pointers.current.set(event.pointerId, pointInFrame(frame.current, event));
    const after = pinchOf(pointers.current);
    const { width, height } = cropArea(source, current.current);
    // The image follows the pointers: the crop moves in the opposite direction.
    const moved = moveBy(source, current.current, {
      x: (before.center.x - after.center.x) * width,
      y: (before.center.y - after.center.y) * height,
    });
    const factor = before.distance > 0 ? after.distance / before.distance : 1;
    change(factor === 1 ? moved : zoomTo(source, moved, moved.zoom * factor, after.center));
  }

  const onPointerEnd = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * lineHeight : event.deltaY;
    const factor = Math.exp(-pixels / (event.ctrlKey ? zoomDistance.pinch : zoomDistance.wheel));
    const { zoom } = current.current;
    change(zoomTo(source, current.current, zoom * factor, pointInFrame(frame.current, event)));
  });

  useEffect(() => {
    const element = stage.current;
    const listener = (event: WheelEvent) => onWheel(event);
    // React's wheel listeners are passive and can't prevent the page from scrolling.
    element?.addEventListener("wheel", listener, { passive: false });
    return () => element?.removeEventListener("wheel", listener);
  }, []);

  return {
    ref: stage,
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
  };
}

/** The position of an event, as fractions of the frame's width and height. */
function pointInFrame(
  frame: HTMLElement | null,
  { clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">,
): Point {
  const { x, y, width, height } = frame?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
  return { x: (clientX - x) / width, y: (clientY - y) / height };
}

/** The center of the pointers, and the distance between the first two; 0 for a single pointer. */
function pinchOf(pointers: ReadonlyMap<number, Point>): { center: Point; distance: number } {
  const [first, second = first] = [...pointers.values()];
  if (!first || !second) return { center: { x: 0.5, y: 0.5 }, distance: 0 };
  return {
    center: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    distance: Math.hypot(second.x - first.x, second.y - first.y),
  };
}
