import { useId, useRef, type ComponentProps, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { FieldHint, FieldLabel } from "../field.tsx";
import { areaOf, mostZoom, move, moveTo, placeOf, roomOf, zoomTo, type Crop, type Cut } from "./crop.ts";
import { CutPicture } from "./cut-picture.tsx";
import "./image-crop.css";
import { useGestures } from "./use-gestures.ts";

/** How far an arrow key moves the frame, in parts of what is kept: with Shift farther. */
const step = { near: 0.02, far: 0.1 };

/** Where arrow keys move the frame to. */
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
 * Chooses what is kept of a picture: it is dragged behind a frame, and enlarged by the wheel or two fingers. Sliders at
 * its edges move the frame as scroll bars do, by pointer or by arrow keys, and one beneath enlarges.
 */
export function ImageCrop({ src, cut, value, onChange }: ImageCropProps) {
  const { t, i18n } = useTranslation("components");
  const id = useId();
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const across = useRef<HTMLInputElement>(null);
  const down = useRef<HTMLInputElement>(null);
  const kept = areaOf(cut, value);
  const place = placeOf(cut, value);
  const room = roomOf(cut, value);
  const most = mostZoom(cut);
  const percent = (part: number) =>
    formatNumber(i18n.language as Language, part, { style: "percent", maximumFractionDigits: 0 });

  useGestures({
    stage,
    frame,
    value,
    onChange,
    // The picture follows; what is kept moves the other way.
    drag(crop, by) {
      const { width, height } = areaOf(cut, crop);
      return move(cut, crop, { x: -by.x * width, y: -by.y * height });
    },
    zoom: (...args) => zoomTo(cut, ...args),
  });

  /** All four arrows move the frame, whichever of its sliders has the focus, which goes to the one that moves. */
  function moveByKey(event: KeyboardEvent) {
    const arrow = arrows[event.key];
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    (arrow.x === 0 ? down : across).current?.focus();
    const by = event.shiftKey ? step.far : step.near;
    onChange(move(cut, value, { x: arrow.x * by * kept.width, y: arrow.y * by * kept.height }));
  }

  return (
    <div className="grid gap-4">
      {/* A picture has no direction of reading: its left is left. */}
      <div dir="ltr" className="image-crop">
        <div ref={stage} className="image-crop-stage">
          <div ref={frame} className="image-crop-frame" style={{ aspectRatio: cut.shape }}>
            <CutPicture src={src} size={cut} area={kept} />
          </div>
        </div>
        <Slider
          ref={across}
          className="image-crop-across"
          aria-label={t("imageCrop.across")}
          max={1}
          value={place.across}
          aria-valuetext={percent(place.across)}
          disabled={room.width === 0}
          onKeyDown={moveByKey}
          onSlide={(next) => onChange(moveTo(cut, value, { across: next }))}
        />
        <Slider
          ref={down}
          className="image-crop-down"
          aria-label={t("imageCrop.down")}
          aria-orientation="vertical"
          max={1}
          value={place.down}
          aria-valuetext={percent(place.down)}
          disabled={room.height === 0}
          onKeyDown={moveByKey}
          onSlide={(next) => onChange(moveTo(cut, value, { down: next }))}
        />
      </div>
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-4">
        <FieldLabel htmlFor={`${id}-zoom`}>{t("imageCrop.zoom")}</FieldLabel>
        <Slider
          id={`${id}-zoom`}
          aria-describedby={`${id}-hint`}
          min={1}
          max={most}
          value={value.zoom}
          aria-valuetext={percent(value.zoom)}
          disabled={most === 1}
          onSlide={(zoom) => onChange(zoomTo(cut, value, zoom))}
        />
      </div>
      <FieldHint id={`${id}-hint`}>{t("imageCrop.hint")}</FieldHint>
    </div>
  );
}

type SliderProps = Omit<ComponentProps<"input">, "type" | "step" | "onChange"> & {
  onSlide: (value: number) => void;
};

/** The browser's own slider, for any value between its ends. */
function Slider({ className = "", min = 0, onSlide, ...props }: SliderProps) {
  return (
    <input
      type="range"
      className={`image-crop-slider ${className}`}
      min={min}
      step="any"
      onChange={(event) => onSlide(event.currentTarget.valueAsNumber)}
      {...props}
    />
  );
}
