import { useEffect, useState, type ClipboardEvent, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import type { Language } from "#i18n/languages.ts";
import { CloseIcon, FileIcon, UploadIcon } from "../icons.ts";
import { matchesAccept } from "./matches-accept.ts";
import { IconButton } from "./button.tsx";
import { FieldError } from "./field.tsx";
import "./file-input.css";
import { formatFileSize } from "./file-size.ts";

type FileInputProps = Omit<
  ComponentProps<"input">,
  "id" | "type" | "value" | "onChange" | "multiple" | "readOnly"
> & {
  id: string;
  value: File | null;
  onChange(value: File | null): void;
  /** The largest file that is taken, in bytes. */
  maxBytes?: number;
};

/**
 * One file: dropped, chosen or pasted, shown with its name, its size and, if it is one, the image. A file that
 * `accept` or `maxBytes` rules out is not taken, and it says why. It uploads nothing.
 */
export function FileInput({ id, value, onChange, maxBytes, className = "", ...props }: FileInputProps) {
  const { t } = useTranslation("components");
  const [refusal, setRefusal] = useState<string>();
  const [isAimedAt, setAimedAt] = useState(false);
  const refuse = useRefusal(props.accept, maxBytes);

  function take(file: File | undefined) {
    if (!file) return;
    const problem = refuse(file);
    setRefusal(problem);
    if (!problem) onChange(file);
  }

  function paste(event: ClipboardEvent) {
    const [file] = event.clipboardData.files;
    if (!file || props.disabled) return;
    event.preventDefault();
    take(file);
  }

  function remove() {
    setRefusal(undefined);
    onChange(null);
    document.getElementById(id)?.focus();
  }

  return (
    <div className={`grid gap-2 ${className}`} onPaste={paste}>
      <div className="file-input" data-aimed-at={isAimedAt || undefined}>
        {/* It lies over its box, transparent: the browser's own dropping, choosing and keys are all it needs. */}
        <input
          {...props}
          id={id}
          type="file"
          value=""
          onChange={(event) => take(event.currentTarget.files?.[0])}
          onDragEnter={() => setAimedAt(true)}
          onDragLeave={() => setAimedAt(false)}
          onDrop={() => setAimedAt(false)}
          aria-invalid={props["aria-invalid"] || (refusal ? true : undefined)}
          aria-describedby={`${props["aria-describedby"] ?? ""} ${id}-file ${id}-refusal`.trim()}
        />
        {value ? <Preview file={value} /> : <UploadIcon className="mx-3 size-6 text-muted-foreground" />}
        <div id={`${id}-file`} className="grid min-w-0 flex-1 wrap-anywhere">
          {value ? (
            <FileFacts file={value} />
          ) : (
            <span className="font-semibold">{t("fileInput.choose")}</span>
          )}
          <span className="text-sm text-muted-foreground">
            {value ? t("fileInput.replace") : t("fileInput.hint")}
          </span>
        </div>
        {value && (
          <IconButton
            label={t("fileInput.remove")}
            disabled={props.disabled}
            onClick={remove}
            className="relative"
          >
            <CloseIcon className="size-5" />
          </IconButton>
        )}
      </div>
      <FieldError id={`${id}-refusal`}>{refusal && <Isolated>{refusal}</Isolated>}</FieldError>
    </div>
  );
}

/** Why a file can't be taken, as a person reads it. */
function useRefusal(accept: string | undefined, maxBytes = Infinity) {
  const { t, i18n } = useTranslation("components");
  const size = (bytes: number) => formatFileSize(i18n.language as Language, bytes);
  return (file: File): string | undefined => {
    const name = isolate(file.name);
    if (!matchesAccept(accept, file)) return t("fileInput.notAccepted", { name });
    if (file.size <= maxBytes) return undefined;
    return t("fileInput.tooLarge", { name, size: size(file.size), limit: size(maxBytes) });
  };
}

function FileFacts({ file }: { file: File }) {
  const { i18n } = useTranslation();
  return (
    <>
      <span className="line-clamp-2 font-semibold">
        <bdi>{file.name}</bdi>
      </span>
      <span className="text-sm">{formatFileSize(i18n.language as Language, file.size)}</span>
    </>
  );
}

/** The image that a file is, or the sign for a file. */
function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const [isBroken, setBroken] = useState<File>();
  const isImage = file.type.startsWith("image/") && isBroken !== file;
  if (!isImage) return <FileIcon className="mx-3 size-6 text-muted-foreground" />;
  return <img src={url} alt="" onError={() => setBroken(file)} className="file-input-preview" />;
}

/** An address under which the browser finds a file, for as long as it is shown. */
function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
