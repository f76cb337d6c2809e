import { useId, useRef, type ComponentProps } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { FieldHint, FieldLabel } from "../field.tsx";
import {
  cropArea,
  cropPosition,
  maxZoom,
  movableDistance,
  moveTo,
  zoomTo,
  type Crop,
  type CropSource,
} from "./zoomed-crop.ts";
import { CroppedImage } from "./cropped-image.tsx";
import { useCropGestures } from "./use-crop-gestures.ts";

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
  const { t } = useTranslation("components");
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const position = cropPosition(source, value);
  const movable = movableDistance(source, value);
  const zoomMax = maxZoom(source);
  const gestures = useCropGestures({ frame, source, value, onChange });

  return (
    <div className="grid gap-4">
      {/* Images aren't mirrored in right-to-left languages. A low screen leaves room for the sliders. */}
      <div
        dir="ltr"
        className="relative grid h-[min(24rem,46dvh)] cursor-grab touch-none place-items-center overflow-hidden rounded-control bg-[oklch(0.24_0.015_60)] select-none active:cursor-grabbing [@media(height<22rem)]:h-24"
        {...gestures}
      >
        {/* With a border, and a shade over the rest of the image. */}
        <div
          ref={frame}
          className="relative h-[calc(100%-min(2.5rem,10%))] max-w-[calc(100%-2rem)] bg-[oklch(0.985_0.008_85)] after:pointer-events-none after:absolute after:inset-0 after:z-1 after:shadow-[0_0_0_1px_white,0_0_0_2px_rgb(0_0_0/0.6),0_0_0_200rem_rgb(25_22_20/0.66)] forced-colors:after:border-2 forced-colors:after:border-[Highlight]"
          style={{ aspectRatio: source.aspectRatio }}
        >
          <CroppedImage src={src} size={source} area={cropArea(source, value)} />
        </div>
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4">
        <Slider
          id={`${id}-x`}
          label={t("imageCrop.across")}
          value={position.x}
          disabled={movable.x === 0}
          onSlide={(x) => onChange(moveTo(source, value, { x }))}
        />
        <Slider
          id={`${id}-y`}
          label={t("imageCrop.down")}
          value={position.y}
          disabled={movable.y === 0}
          onSlide={(y) => onChange(moveTo(source, value, { y }))}
        />
        <Slider
          id={`${id}-zoom`}
          label={t("imageCrop.zoom")}
          aria-describedby={`${id}-hint`}
          min={1}
          max={zoomMax}
          value={value.zoom}
          disabled={zoomMax === 1}
          onSlide={(zoom) => onChange(zoomTo(source, value, zoom))}
        />
      </div>
      <FieldHint id={`${id}-hint`}>{t("imageCrop.hint")}</FieldHint>
    </div>
  );
}

type SliderProps = Omit<ComponentProps<"input">, "type" | "step" | "onChange" | "value"> & {
  label: string;
  /** A fraction, shown as a percentage. */
  value: number;
  onSlide: (value: number) => void;
};

/** A native slider with its label. Like the image, it isn't mirrored in right-to-left languages. */
function Slider({ label, value, onSlide, ...props }: SliderProps) {
  const { i18n } = useTranslation();
  return (
    <>
      <FieldLabel htmlFor={props.id}>{label}</FieldLabel>
      <input
        type="range"
        dir="ltr"
        className="h-control w-full cursor-pointer disabled:cursor-auto disabled:opacity-40"
        min={0}
        max={1}
        step={0.01}
        value={value}
        aria-valuetext={formatNumber(i18n.language, value, { style: "percent" })}
        onChange={(event) => onSlide(event.currentTarget.valueAsNumber)}
        {...props}
      />
    </>
  );
}
