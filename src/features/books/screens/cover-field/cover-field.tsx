import { useCallback, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { largestCenteredArea, type Area } from "#lib/crop.ts";
import { Button, buttonClasses } from "#ui/controls/button.tsx";
import { CroppedImage } from "#ui/controls/image-crop/cropped-image.tsx";
import { Progress } from "#ui/display/progress.tsx";
import type { ControlledField } from "#ui/form/controlled-field.ts";
import { UploadIcon } from "#ui/icons.ts";
import { Cover } from "../../cover/cover.tsx";
import { coverAspectRatio, type BookCover } from "../../schema.ts";
import "./cover-field.css";
import { coverTypes, fileProblem, pictureSizeProblem } from "./cover-problems.ts";
import { openPicture, type OpenPicture } from "./open-picture.ts";
import type { CoverUpload } from "./use-cover-upload.ts";
import { usePageFiles } from "./use-page-files.ts";

const loadCropDialog = () => import("./crop-dialog.tsx");
type CropDialog = Awaited<ReturnType<typeof loadCropDialog>>["CropDialog"];

type CoverFieldProps = Pick<ControlledField, "field" | "attributes"> & {
  upload: CoverUpload;
  /** The properties of the generated cover, which is shown without an upload. */
  generated: { title: string; author: string; hue: number };
};

/** A book's cover. A picture that is dropped, pasted or chosen is cropped by the user and uploaded as the new cover. */
export function CoverField({ field, attributes, upload, generated }: CoverFieldProps) {
  const { t } = useTranslation("books");
  const input = useRef<HTMLInputElement>(null);
  const [isRemoved, setRemoved] = useState(false);
  const { selectFile, cropDialog } = useFileSelection(upload, input);
  const isDragging = usePageFiles((file) => void selectFile(file));
  const cover = field.value as BookCover | null;
  const { progress, shown, retry } = upload;
  const isShown = shown && (shown.coverId === undefined || shown.coverId === cover?.id);
  const isUploaded = isShown && shown.coverId !== undefined;
  const progressLabel = progress && t(progress.sent === undefined ? "cover.preparing" : "cover.uploading");
  const resultText = isUploaded ? t("cover.uploaded") : isRemoved && !cover && !isShown && t("cover.removed");
  const returnFocus = useReturnFocus(input);
  const preload = () => void loadCropDialog().catch(() => undefined);

  function remove() {
    upload.cancel();
    field.onChange(null);
    setRemoved(true);
  }

  return (
    <div className="grid gap-3">
      <div className="cover-field">
        <input
          {...attributes}
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          type="file"
          accept={coverTypes}
          value=""
          onChange={(event) => void selectFile(event.currentTarget.files?.[0])}
          onBlur={field.onBlur}
          onFocus={preload}
          onPointerEnter={preload}
        />
        <div className="cover-field-cover">
          <Cover {...generated} picture={cover} isFirst>
            {isShown && <CroppedImage src={shown.picture.url} size={shown.picture} area={shown.area} />}
          </Cover>
          {isDragging && <div className="cover-field-target">{t("cover.drop")}</div>}
        </div>
        <span className={buttonClasses("secondary", "cover-field-button")} aria-hidden>
          <UploadIcon className="size-5" />
          {t(cover || isShown ? "cover.replace" : "cover.choose")}
        </span>
      </div>
      {progress && progressLabel && (
        <div className="grid gap-3">
          <Progress label={progressLabel} value={progress.sent} />
          <Button ref={returnFocus} className="justify-self-center" onClick={upload.cancel}>
            {t("cancel")}
          </Button>
        </div>
      )}
      {retry && (
        <div className="flex flex-wrap justify-center gap-3">
          <Button ref={returnFocus} variant="primary" onClick={retry}>
            {t("cover.retry")}
          </Button>
          <Button ref={returnFocus} onClick={upload.cancel}>
            {t("cover.discard")}
          </Button>
        </div>
      )}
      {cover && !progress && !retry && (
        <Button ref={returnFocus} variant="quiet" className="justify-self-center" onClick={remove}>
          {t("cover.remove")}
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
function useFileSelection(upload: CoverUpload, input: RefObject<HTMLElement | null>) {
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
    const [picture, module] = await Promise.all([openPicture(file), loadCropDialog().catch(() => undefined)]);
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
      const area = largestCenteredArea({ ...picture, x: 0, y: 0 }, coverAspectRatio);
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
        onClose={close}
        onApply={apply}
      />
    ),
  };
}
