import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, buttonClasses } from "#ui/controls/button.tsx";
import { CutPicture } from "#ui/controls/image-crop/cut-picture.tsx";
import type { Area } from "#ui/controls/image-crop/area.ts";
import { Progress } from "#ui/display/progress.tsx";
import type { ControlledField } from "#ui/form/controlled-field.ts";
import { UploadIcon } from "#ui/icons.tsx";
import { Cover } from "../../cover/cover.tsx";
import type { BookCover } from "../../schema.ts";
import "./cover-field.css";
import { openPicture, type OpenPicture } from "./open-picture.ts";
import { coverTypes, problemOfFile, problemOfSize } from "./problems.ts";
import { useGivenFiles } from "./use-given-files.ts";
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
  const [said, setSaid] = useState("");
  const cropping = useCropping(upload);
  const isHovering = useGivenFiles((file) => void cropping.take(file));
  const cover = field.value as BookCover | null;
  const { sending, shown, retry } = upload;
  const isShown = shown && (shown.coverId === undefined || shown.coverId === cover?.id);

  function remove() {
    upload.cancel();
    field.onChange(null);
    setSaid(t("cover.removed"));
    input.current?.focus();
  }

  function giveUp() {
    upload.cancel();
    input.current?.focus();
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
            {isShown && <CutPicture src={shown.picture.url} size={shown.picture} area={shown.area} />}
          </Cover>
          {isHovering && <div className="cover-field-target">{t("cover.drop")}</div>}
        </div>
        <span className={buttonClasses("secondary", "cover-field-button")} aria-hidden>
          <UploadIcon className="size-5" />
          {t(cover || isShown ? "cover.replace" : "cover.choose")}
        </span>
      </div>
      {sending && (
        <div className="grid gap-3">
          <Progress
            label={t(sending.sent === undefined ? "cover.preparing" : "cover.uploading")}
            value={sending.sent}
          />
          <Button onClick={giveUp}>{t("cancel")}</Button>
        </div>
      )}
      {retry && (
        <div className="flex flex-wrap justify-center gap-3">
          <Button look="primary" onClick={retry}>
            {t("cover.retry")}
          </Button>
          <Button onClick={giveUp}>{t("cover.discard")}</Button>
        </div>
      )}
      {cover && !sending && !retry && (
        <Button look="quiet" onClick={remove}>
          {t("cover.remove")}
        </Button>
      )}
      <p role="status" className="sr-only">
        {!sending && isShown && shown.coverId ? t("cover.uploaded") : said}
      </p>
      {cropping.dialog}
    </div>
  );
}

type Question = { file: File; picture: OpenPicture; CropCover: CropCover; isOpen: boolean };

/** Looks at a file that somebody gives, asks which part of it is wanted, and uploads that. */
function useCropping(upload: CoverUpload) {
  const [question, setQuestion] = useState<Question>();
  const latest = useRef<File>(undefined);

  async function take(file: File | undefined) {
    if (!file) return;
    latest.current = file;
    const problem = problemOfFile(file);
    if (problem) {
      upload.refuse(problem);
      return;
    }
    const [picture, part] = await Promise.all([openPicture(file), loadCrop().catch(() => undefined)]);
    // Another one was given meanwhile.
    if (latest.current !== file) return;
    const tooLarge = picture && problemOfSize(picture);
    if (tooLarge) upload.refuse(tooLarge);
    // What this browser can't show is uploaded as it is, and so is all where the part that asks can't be had.
    else if (!picture || !part) upload.start({ file, cutting: undefined });
    else setQuestion({ file, picture, CropCover: part.CropCover, isOpen: true });
  }

  function use(area: Area) {
    if (!question) return;
    setQuestion({ ...question, isOpen: false });
    upload.start({ file: question.file, cutting: { picture: question.picture, area } });
  }

  function close() {
    if (question) URL.revokeObjectURL(question.picture.url);
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
