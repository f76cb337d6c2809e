import { useCallback, useRef, useState, type ReactNode, type RefObject } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { largestCenteredArea, type Area } from "#lib/crop.ts";
import { Button, buttonClasses } from "#ui/controls/button.tsx";
import { CroppedImage } from "#ui/controls/image-crop/cropped-image.tsx";
import { Progress } from "#ui/display/progress.tsx";
import type { ControlledField } from "#ui/form/controlled-field.ts";
import { UploadIcon } from "#ui/icons.ts";
import { loadPart } from "#ui/loading-parts.ts";
import type { StoredImage } from "../../image-schema.ts";
import { fileProblem, imageTypes, pictureSizeProblem } from "./image-problems.ts";
import { openPicture, type OpenPicture } from "./open-picture.ts";
import type { ImageUpload } from "./use-image-upload.ts";
import { usePageFiles } from "./use-page-files.ts";

const loadCropDialog = () => import("./crop-dialog.tsx");
type CropDialog = Awaited<ReturnType<typeof loadCropDialog>>["CropDialog"];

type ImageFieldProps = Pick<ControlledField, "field" | "attributes"> & {
  upload: ImageUpload;
  /** The width divided by the height to which pictures are cropped. */
  aspectRatio: number;
  /** Shows the stored image or a placeholder, in the aspect ratio, with `chosen` over it. */
  preview: (image: StoredImage | null, chosen: ReactNode) => ReactNode;
};

/** An image of a record. A picture that is dropped, pasted or chosen is cropped by the user and uploaded as the new image. */
export function ImageField({ field, attributes, upload, aspectRatio, preview }: ImageFieldProps) {
  const { t } = useTranslation("resource");
  const input = useRef<HTMLInputElement>(null);
  const [isRemoved, setRemoved] = useState(false);
  const { selectFile, cropDialog } = useFileSelection(upload, aspectRatio, input);
  const isDragging = usePageFiles((file) => void selectFile(file));
  const image = field.value as StoredImage | null;
  const { progress, shown, retry } = upload;
  const isShown = shown && (shown.imageId === undefined || shown.imageId === image?.id);
  const isUploaded = isShown && shown.imageId !== undefined;
  const progressLabel =
    progress && t(progress.sent === undefined ? "resource:image.preparing" : "resource:image.uploading");
  const resultText = isUploaded
    ? t("resource:image.uploaded")
    : isRemoved && !image && !isShown && t("resource:image.removed");
  const returnFocus = useReturnFocus(input);
  const preload = () => void loadCropDialog().catch(() => undefined);

  function remove() {
    upload.cancel();
    field.onChange(null);
    setRemoved(true);
  }

  return (
    <div className="grid gap-3">
      <div className="relative grid justify-items-center gap-3">
        {/* It is transparent and covers the preview and the button, whose clicks, keys and drops it handles. */}
        <input
          {...attributes}
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          type="file"
          className="peer absolute inset-0 z-2 cursor-pointer opacity-0"
          accept={imageTypes}
          value=""
          onChange={(event) => void selectFile(event.currentTarget.files?.[0])}
          onBlur={field.onBlur}
          onFocus={preload}
          onPointerEnter={preload}
        />
        <div className="relative w-full max-w-52 max-md:max-w-36">
          {preview(
            image,
            isShown && <CroppedImage src={shown.picture.url} size={shown.picture} area={shown.area} />,
          )}
          {isDragging && (
            <div className="absolute -inset-1.5 z-1 grid place-items-center rounded-control border-2 border-dashed border-accent bg-surface/82 p-2 text-center font-semibold">
              {t("resource:image.drop")}
            </div>
          )}
        </div>
        <span
          className={buttonClasses(
            "secondary",
            "peer-hover:bg-muted peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-aria-invalid:border-danger",
          )}
          aria-hidden
        >
          <UploadIcon className="size-5" />
          {t(image || isShown ? "resource:image.replace" : "resource:image.choose")}
        </span>
      </div>
      {progress && progressLabel && (
        <div className="grid gap-3">
          <Progress label={progressLabel} value={progress.sent} />
          <Button ref={returnFocus} className="justify-self-center" onClick={upload.cancel}>
            {t("components:dialog.cancel")}
          </Button>
        </div>
      )}
      {retry && (
        <div className="flex flex-wrap justify-center gap-3">
          <Button ref={returnFocus} variant="primary" onClick={retry}>
            {t("resource:image.retry")}
          </Button>
          <Button ref={returnFocus} onClick={upload.cancel}>
            {t("resource:image.discard")}
          </Button>
        </div>
      )}
      {image && !progress && !retry && (
        <Button ref={returnFocus} variant="quiet" className="justify-self-center" onClick={remove}>
          {t("resource:image.remove")}
        </Button>
      )}
      <p role="status" className="sr-only">
        {progressLabel ?? resultText}
      </p>
      {cropDialog}
    </div>
  );
}

/** A ref for buttons that disappear when they are pressed: the field gets their focus. */
function useReturnFocus(field: RefObject<HTMLElement | null>) {
  return useCallback(
    (button: HTMLElement | null) => () => {
      if (button && button === document.activeElement) field.current?.focus();
    },
    [field],
  );
}

type CropState = { file: File; picture: OpenPicture; CropDialog: CropDialog; isOpen: boolean };

/** Checks a selected file, lets the user crop it, and uploads it. */
function useFileSelection(upload: ImageUpload, aspectRatio: number, input: RefObject<HTMLElement | null>) {
  const [crop, setCrop] = useState<CropState>();
  const latestFile = useRef<File>(undefined);

  async function selectFile(file: File | undefined) {
    if (!file) return;
    latestFile.current = file;
    const problem = fileProblem(file);
    if (problem) {
      upload.reject(problem);
      return;
    }
    const [picture, module] = await loadPart(() =>
      Promise.all([openPicture(file), loadCropDialog().catch(() => undefined)]),
    );
    const sizeProblem = picture && pictureSizeProblem(picture);
    const isLatest = latestFile.current === file;
    if (picture && (sizeProblem || !isLatest)) URL.revokeObjectURL(picture.url);
    if (!isLatest) return;
    // After a drop nothing has focus, and the dialog returns it to where it was.
    if (document.activeElement === document.body) input.current?.focus({ preventScroll: true });
    if (sizeProblem) upload.reject(sizeProblem);
    // The server may read what this browser can't show, and uses its center.
    else if (!picture) upload.start({ file, crop: undefined });
    else if (!module) {
      const area = largestCenteredArea({ ...picture, x: 0, y: 0 }, aspectRatio);
      upload.start({ file, crop: { picture, area } });
    } else setCrop({ file, picture, CropDialog: module.CropDialog, isOpen: true });
  }

  function apply(area: Area) {
    // The button may be pressed twice.
    if (!crop?.isOpen) return;
    setCrop({ ...crop, isOpen: false });
    upload.start({ file: crop.file, crop: { picture: crop.picture, area } });
  }

  function close() {
    if (crop?.isOpen) URL.revokeObjectURL(crop.picture.url);
    setCrop((current) => current && { ...current, isOpen: false });
  }

  return {
    selectFile,
    cropDialog: crop && (
      <crop.CropDialog
        key={crop.picture.url}
        isOpen={crop.isOpen}
        picture={crop.picture}
        aspectRatio={aspectRatio}
        onClose={close}
        onApply={apply}
      />
    ),
  };
}
