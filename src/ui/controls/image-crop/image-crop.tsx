import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { FieldHint, FieldLabel } from "../field.tsx";
import { areaOf, mostZoom, move, placeOf, zoomTo, type Crop, type Cut } from "./crop.ts";
import { CutPicture } from "./cut-picture.tsx";
import "./image-crop.css";
import { useGestures } from "./use-gestures.ts";

/** How far a key moves, in parts of what is kept, and how far it enlarges. */
const step = { move: 0.02, far: 0.1, zoom: 1.1 };

/** Keys that move the picture, and where to. */
const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

type ImageCropProps = {
  /** The picture's address. */
  src: string;
  /** Its size as it is seen, and the shape of what is kept. */
  cut: Cut;
  value: Crop;
  onChange: (crop: Crop) => void;
};

/**
 * Chooses what is kept of a picture: it is moved behind a frame by dragging or arrow keys (with Shift farther), and
 * enlarged by the slider, the wheel, two fingers, or + and -. What keys did is announced.
 */
export function ImageCrop({ src, cut, value, onChange }: ImageCropProps) {
  const { t, i18n } = useTranslation("components");
  const id = useId();
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const most = mostZoom(cut);
  const percent = (part: number) =>
    formatNumber(i18n.language as Language, part, { style: "percent", maximumFractionDigits: 0 });
  const { said, say } = useAnnouncement();

  /** The picture follows; what is kept moves the other way. */
  const drag = (crop: Crop, by: { x: number; y: number }) => {
    const { width, height } = areaOf(cut, crop);
    return move(cut, crop, { x: -by.x * width, y: -by.y * height });
  };
  useGestures({ stage, frame, value, onChange, drag, zoom: (...args) => zoomTo(cut, ...args) });

  // The first thing that somebody wants to do.
  useEffect(() => stage.current?.focus(), []);

  function changeByKey(event: KeyboardEvent) {
    const next = cropAfter(event);
    if (!next) return;
    event.preventDefault();
    onChange(next);
    const { across, down } = placeOf(cut, next);
    say(
      t("imageCrop.state", {
        zoom: percent(next.zoom),
        across: percent(across),
        down: percent(down),
      }),
    );
  }

  function cropAfter({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): Crop | undefined {
    if (ctrlKey || metaKey || altKey) return undefined;
    const arrow = arrows[key];
    const by = shiftKey ? step.far : step.move;
    if (arrow) return drag(value, { x: arrow.x * by, y: arrow.y * by });
    if (key === "+" || key === "=") return zoomTo(cut, value, value.zoom * step.zoom);
    if (key === "-" || key === "_") return zoomTo(cut, value, value.zoom / step.zoom);
    return undefined;
  }

  return (
    <div className="grid gap-4">
      {/* A picture has no direction of reading: its left is left. */}
      <div
        ref={stage}
        dir="ltr"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys are its own
        role="application"
        tabIndex={0}
        aria-label={t("imageCrop.label")}
        aria-describedby={`${id}-hint`}
        className="image-crop"
        onKeyDown={changeByKey}
      >
        <div ref={frame} className="image-crop-frame" style={{ aspectRatio: cut.shape }}>
          <CutPicture src={src} size={cut} area={areaOf(cut, value)} />
        </div>
      </div>
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-4">
        <FieldLabel htmlFor={`${id}-zoom`}>{t("imageCrop.zoom")}</FieldLabel>
        <input
          id={`${id}-zoom`}
          type="range"
          className="image-crop-zoom"
          min={1}
          max={most}
          step="any"
          value={value.zoom}
          disabled={most === 1}
          aria-valuetext={percent(value.zoom)}
          onChange={(event) => onChange(zoomTo(cut, value, event.currentTarget.valueAsNumber))}
        />
      </div>
      <FieldHint id={`${id}-hint`}>{t("imageCrop.hint")}</FieldHint>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** Says something once keys have rested: of many presses, what came of all of them. */
function useAnnouncement(delay = 400) {
  const [said, setSaid] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    said,
    say(text: string) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setSaid(text), delay);
    },
  };
}
