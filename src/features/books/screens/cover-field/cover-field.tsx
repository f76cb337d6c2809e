import { useCallback, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Button, buttonClasses } from "#ui/controls/button.tsx";
import { CroppedImage } from "#ui/controls/image-crop/cropped-image.tsx";
import { largestCenteredArea, type Area, type Size } from "#lib/crop.ts";
import { Progress } from "#ui/display/progress.tsx";
import type { ControlledField } from "#ui/form/controlled-field.ts";
import { UploadIcon } from "#ui/icons.ts";
import { Cover } from "../../cover/cover.tsx";
import { coverAspectRatio } from "#features/books/cover/aspect-ratio.ts";
import type { BookCover } from "../../schema.ts";
import "./cover-field.css";
import { closePicture, openPicture, type OpenPicture } from "./open-picture.ts";
import { coverTypes, fileProblem, pictureSizeProblem } from "./cover-problems.ts";
import { usePageFiles } from "./use-page-files.ts";
import type { CoverUpload } from "./use-cover-upload.ts";

const loadCrop = () => import("./crop-cover.tsx");
type CropCover = Awaited<ReturnType<typeof loadCrop>>["CropCover"];

type CoverFieldProps = Pick<ControlledField, "field" | "attributes"> & {
  upload: CoverUpload;
  /** What the cover is drawn from where none was uploaded. */
  drawn: { title: string; author: string; hue: number };
};

/**
 * A book's cover as it will be: a picture is dropped on it, pasted anywhere in the page, or chosen; which part of it is
 * shown is asked, and it is uploaded. What could not be uploaded can be sent again, or be given up.
 */
export function CoverField({ field, attributes, upload, drawn }: CoverFieldProps) {
  const { t } = useTranslation("books");
  const input = useRef<HTMLInputElement>(null);
  const [isRemoved, setRemoved] = useState(false);
  const cropping = useCropping(upload, input);
  const isHovering = usePageFiles((file) => void cropping.take(file));
  const cover = field.value as BookCover | null;
  const { sending, shown, retry } = upload;
  const isShown = shown && (shown.coverId === undefined || shown.coverId === cover?.id);
  const isUploaded = isShown && shown.coverId !== undefined;
  const doing = sending && t(sending.sent === undefined ? "cover.preparing" : "cover.uploading");
  const done = isUploaded ? t("cover.uploaded") : isRemoved && !cover && !isShown && t("cover.removed");
  const leadBack = useLeadBack(input);

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
          onChange={(event) => void cropping.take(event.currentTarget.files?.[0])}
          onBlur={field.onBlur}
          onFocus={cropping.prepare}
          onPointerEnter={cropping.prepare}
        />
        <div className="cover-field-cover">
          <Cover {...drawn} picture={cover} isFirst>
            {isShown && <CroppedImage src={shown.picture.url} size={shown.picture} area={shown.area} />}
          </Cover>
          {isHovering && <div className="cover-field-target">{t("cover.drop")}</div>}
        </div>
        <span className={buttonClasses("secondary", "cover-field-button")} aria-hidden>
          <UploadIcon className="size-5" />
          {t(cover || isShown ? "cover.replace" : "cover.choose")}
        </span>
      </div>
      {sending && doing && (
        <div className="grid gap-3">
          <Progress label={doing} value={sending.sent} />
          <Button ref={leadBack} className="justify-self-center" onClick={upload.cancel}>
            {t("cancel")}
          </Button>
        </div>
      )}
      {retry && (
        <div className="flex flex-wrap justify-center gap-3">
          <Button ref={leadBack} variant="primary" onClick={retry}>
            {t("cover.retry")}
          </Button>
          <Button ref={leadBack} onClick={upload.cancel}>
            {t("cover.discard")}
          </Button>
        </div>
      )}
      {cover && !sending && !retry && (
        <Button ref={leadBack} variant="quiet" className="justify-self-center" onClick={remove}>
          {t("cover.remove")}
        </Button>
      )}
      <p role="status" className="sr-only">
        {doing ?? done}
      </p>
      {cropping.dialog}
    </div>
  );
}

/** For buttons that go away: who stood on one is led back to the field. */
function useLeadBack(field: RefObject<HTMLElement | null>) {
  return useCallback(
    (button: HTMLElement | null) => () => {
      if (button && button === document.activeElement) field.current?.focus();
    },
    [field],
  );
}

/** What is kept where nobody could be asked. */
function middleOf(size: Size): Area {
  return largestCenteredArea({ x: 0, y: 0, ...size }, coverAspectRatio);
}

type Question = { file: File; picture: OpenPicture; CropCover: CropCover; isOpen: boolean };

/** Looks at a file that somebody gives, asks which part of it is wanted, and uploads that. */
function useCropping(upload: CoverUpload, input: RefObject<HTMLElement | null>) {
  const [question, setQuestion] = useState<Question>();
  const latest = useRef<File>(undefined);

  async function take(file: File | undefined) {
    if (!file) return;
    latest.current = file;
    const problem = fileProblem(file);
    if (problem) {
      upload.refuse(problem);
      return;
    }
    const [picture, part] = await Promise.all([openPicture(file), loadCrop().catch(() => undefined)]);
    const tooLarge = picture && pictureSizeProblem(picture);
    const isLatest = latest.current === file;
    if (picture && (tooLarge || !isLatest)) closePicture(picture);
    if (!isLatest) return;
    // A file that was dropped left the focus nowhere, to which the dialog would lead back.
    if (document.activeElement === document.body) input.current?.focus({ preventScroll: true });
    if (tooLarge) upload.refuse(tooLarge);
    // What this browser can't show is uploaded as it is: the server keeps its middle.
    else if (!picture) upload.start({ file, cutting: undefined });
    else if (!part) upload.start({ file, cutting: { picture, area: middleOf(picture) } });
    else setQuestion({ file, picture, CropCover: part.CropCover, isOpen: true });
  }

  function use(area: Area) {
    // Pressed twice.
    if (!question?.isOpen) return;
    setQuestion({ ...question, isOpen: false });
    upload.start({ file: question.file, cutting: { picture: question.picture, area } });
  }

  function close() {
    if (question?.isOpen) closePicture(question.picture);
    setQuestion((now) => now && { ...now, isOpen: false });
  }

  return {
    take,
    prepare: () => void loadCrop().catch(() => undefined),
    dialog: question && (
      <question.CropCover
        key={question.picture.url}
        isOpen={question.isOpen}
        picture={question.picture}
        onClose={close}
        onUse={use}
      />
    ),
  };
}
