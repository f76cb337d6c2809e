import { useId, useRef, type ComponentProps, type CSSProperties, type KeyboardEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { FieldHint, FieldLabel } from "../field.tsx";
import {
  cropArea,
  cropPosition,
  maxZoom,
  movableDistance,
  moveBy,
  moveTo,
  zoomTo,
  type Crop,
  type CropSource,
} from "./zoomed-crop.ts";
import { CroppedImage } from "./cropped-image.tsx";
import "./image-crop.css";
import { useCropGestures } from "./use-crop-gestures.ts";

/** How far an arrow key moves the crop, as a fraction of its width or height, or zooms, as a fraction of the range. */
const keyStep = { normal: 0.02, shift: 0.1 };

const arrowKeys: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

type ImageCropProps = {
  src: string;
  /** The image's size and the crop's aspect ratio. */
  source: CropSource;
  value: Crop;
  onChange: (crop: Crop) => void;
};

/**
 * Crops an image: by dragging it behind a frame, by the wheel or a pinch, and by sliders that work with pointer and
 * keyboard.
 */
export function ImageCrop({ src, source, value, onChange }: ImageCropProps) {
  const { t, i18n } = useTranslation("components");
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const horizontalSlider = useRef<HTMLInputElement>(null);
  const verticalSlider = useRef<HTMLInputElement>(null);
  const area = cropArea(source, value);
  const position = cropPosition(source, value);
  const movable = movableDistance(source, value);
  const zoomMax = maxZoom(source);
  const percent = (fraction: number) =>
    formatNumber(i18n.language, fraction, { style: "percent", maximumFractionDigits: 1 });
  const gestures = useCropGestures({ frame, source, value, onChange });

  /** On both position sliders all four arrow keys work. The focus follows to the slider that moves. */
  function moveByKey(event: KeyboardEvent) {
    const step = takeArrowKey(event);
    if (!step) return;
    (step.x === 0 ? verticalSlider : horizontalSlider).current?.focus();
    onChange(moveBy(source, value, { x: step.x * area.width, y: step.y * area.height }));
  }

  function zoomByKey(event: KeyboardEvent) {
    const step = takeArrowKey(event);
    if (step) onChange(zoomTo(source, value, value.zoom + (step.x - step.y) * (zoomMax - 1)));
  }

  return (
    <div className="grid gap-4">
      {/* Images aren't mirrored in right-to-left languages. */}
      <div dir="ltr" className="image-crop-stage" {...gestures}>
        <div ref={frame} className="image-crop-frame" style={{ aspectRatio: source.aspectRatio }}>
          <CroppedImage src={src} size={source} area={area} />
        </div>
      </div>
      <div className="image-crop-sliders">
        <FieldLabel htmlFor={`${id}-x`}>{t("imageCrop.across")}</FieldLabel>
        <Slider
          id={`${id}-x`}
          ref={horizontalSlider}
          max={1}
          value={position.x}
          aria-valuetext={percent(position.x)}
          disabled={movable.width === 0}
          onKeyDown={moveByKey}
          onSlide={(x) => onChange(moveTo(source, value, { x }))}
        />
        <FieldLabel htmlFor={`${id}-y`}>{t("imageCrop.down")}</FieldLabel>
        <Slider
          id={`${id}-y`}
          ref={verticalSlider}
          max={1}
          value={position.y}
          aria-valuetext={percent(position.y)}
          disabled={movable.height === 0}
          onKeyDown={moveByKey}
          onSlide={(y) => onChange(moveTo(source, value, { y }))}
        />
        <FieldLabel htmlFor={`${id}-zoom`}>{t("imageCrop.zoom")}</FieldLabel>
        <Slider
          id={`${id}-zoom`}
          aria-describedby={`${id}-hint`}
          min={1}
          max={zoomMax}
          value={value.zoom}
          aria-valuetext={percent(value.zoom)}
          disabled={zoomMax === 1}
          onKeyDown={zoomByKey}
          onSlide={(zoom) => onChange(zoomTo(source, value, zoom))}
        />
      </div>
      <FieldHint id={`${id}-hint`}>{t("imageCrop.hint")}</FieldHint>
    </div>
  );
}

/** The step of an arrow key to the right and downward. Browsers have other steps, and WebKit another direction in Arabic. */
function takeArrowKey(event: KeyboardEvent) {
  const direction = arrowKeys[event.key];
  if (!direction || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  event.preventDefault();
  const step = event.shiftKey ? keyStep.shift : keyStep.normal;
  return { x: direction.x * step, y: direction.y * step };
}

type SliderProps = Omit<ComponentProps<"input">, "type" | "step" | "onChange" | "value"> & {
  min?: number;
  max: number;
  value: number;
  onSlide: (value: number) => void;
};

/** A native slider without steps. Like the image, it isn't mirrored in right-to-left languages. */
function Slider({ min = 0, max, value, onSlide, ...props }: SliderProps) {
  const filled = max > min ? (value - min) / (max - min) : 0;
  return (
    <input
      type="range"
      dir="ltr"
      className="image-crop-slider"
      style={{ "--filled": filled } as CSSProperties}
      min={min}
      max={max}
      value={value}
      step="any"
      onChange={(event) => onSlide(event.currentTarget.valueAsNumber)}
      {...props}
    />
  );
}
