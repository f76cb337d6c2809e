import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type { Crop } from "./crop.ts";

type Point = { x: number; y: number };

type Gestures = {
  /** Where fingers and the wheel are listened to. */
  stage: RefObject<HTMLElement | null>;
  /** What shows the part that is kept: points are parts of its width and height. */
  frame: RefObject<HTMLElement | null>;
  value: Crop;
  onChange: (crop: Crop) => void;
  drag: (crop: Crop, by: Point) => Crop;
  zoom: (crop: Crop, zoom: number, around: Point) => Crop;
};

/** A turn of a wheel by so many pixels enlarges by e; a pinch on a trackpad comes as a wheel with Ctrl, in small turns. */
const turns = { wheel: 600, pinch: 120 };
/** Lines of a wheel that counts in lines (DOM_DELTA_LINE), in pixels. */
const lineHeight = 16;

/** Moves and enlarges a picture by a pointer, two fingers, or the wheel. */
export function useGestures({ stage, frame, value, onChange, drag, zoom }: Gestures): void {
  const pointers = useRef(new Map<number, Point>());
  /** Several pointers may move before the next rendering. */
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);

  const change = (crop: Crop) => {
    latest.current = crop;
    onChange(crop);
  };

  const onPointerDown = useEffectEvent((event: PointerEvent) => {
    if (event.button !== 0) return;
    stage.current?.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, pointOf(frame.current, event));
  });

  const onPointerMove = useEffectEvent((event: PointerEvent) => {
    if (!pointers.current.has(event.pointerId)) return;
    const before = pinchOf(pointers.current);
    pointers.current.set(event.pointerId, pointOf(frame.current, event));
    const after = pinchOf(pointers.current);
    const moved = drag(latest.current, {
      x: after.middle.x - before.middle.x,
      y: after.middle.y - before.middle.y,
    });
    change(
      before.spread > 0 ? zoom(moved, (moved.zoom * after.spread) / before.spread, after.middle) : moved,
    );
  });

  const onPointerEnd = useEffectEvent((event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
  });

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * lineHeight : event.deltaY;
    const factor = Math.exp(-pixels / (event.ctrlKey ? turns.pinch : turns.wheel));
    change(zoom(latest.current, latest.current.zoom * factor, pointOf(frame.current, event)));
  });

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const listening = new AbortController();
    // React listens to the wheel without being able to keep the page from scrolling.
    const options = { signal: listening.signal, passive: false };
    element.addEventListener("pointerdown", (event) => onPointerDown(event), options);
    element.addEventListener("pointermove", (event) => onPointerMove(event), options);
    element.addEventListener("pointerup", (event) => onPointerEnd(event), options);
    element.addEventListener("pointercancel", (event) => onPointerEnd(event), options);
    element.addEventListener("wheel", (event) => onWheel(event), options);
    return () => listening.abort();
  }, [stage]);
}

/** Where something happened, in parts of the frame's width and height. */
function pointOf(frame: HTMLElement | null, { clientX, clientY }: MouseEvent): Point {
  const { x, y, width, height } = frame?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
  return { x: (clientX - x) / width, y: (clientY - y) / height };
}

/** The middle of the pointers, and how far two of them stand apart; 0 for one. */
function pinchOf(pointers: ReadonlyMap<number, Point>): { middle: Point; spread: number } {
  const [first, second = first] = [...pointers.values()];
  if (!first || !second) return { middle: { x: 0.5, y: 0.5 }, spread: 0 };
  return {
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    spread: Math.hypot(second.x - first.x, second.y - first.y),
  };
}
