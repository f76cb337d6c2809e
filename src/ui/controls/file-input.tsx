import { useEffect, useState, type ClipboardEvent, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
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
  maxBytes?: number;
};

/**
 * A file, dropped, chosen or pasted, with its name, size and a preview of images. For a file that `accept` or `maxBytes`
 * excludes it shows an error. It doesn't upload anything.
 */
export function FileInput({ id, value, onChange, maxBytes, className = "", ...props }: FileInputProps) {
  const { t } = useTranslation("components");
  const [error, setError] = useState<string>();
  const [isDragOver, setDragOver] = useState(false);
  const validate = useFileError(props.accept, maxBytes);

  function take(file: File | undefined) {
    if (!file) return;
    const nextError = validate(file);
    setError(nextError);
    if (!nextError) onChange(file);
  }

  function paste(event: ClipboardEvent) {
    const [file] = event.clipboardData.files;
    if (!file || props.disabled) return;
    event.preventDefault();
    take(file);
  }

  function remove() {
    setError(undefined);
    onChange(null);
    document.getElementById(id)?.focus();
  }

  return (
    <div className={`grid gap-2 ${className}`} onPaste={paste}>
      <div className="file-input" data-drag-over={isDragOver || undefined}>
        {/* Transparent and as large as the box: dropping, choosing and keyboard are native. */}
        <input
          {...props}
          id={id}
          type="file"
          value=""
          onChange={(event) => take(event.currentTarget.files?.[0])}
          onDragEnter={() => setDragOver(true)}
          onDragLeave={() => setDragOver(false)}
          onDrop={() => setDragOver(false)}
          aria-invalid={props["aria-invalid"] || (error ? true : undefined)}
          aria-describedby={`${props["aria-describedby"] ?? ""} ${id}-file ${id}-file-error`.trim()}
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
      <FieldError id={`${id}-file-error`}>{error && <Isolated>{error}</Isolated>}</FieldError>
    </div>
  );
}

/** Returns a function that returns the error message for a file, if it has one. */
function useFileError(accept: string | undefined, maxBytes = Infinity) {
  const { t, i18n } = useTranslation("components");
  const size = (bytes: number) => formatFileSize(i18n.language, bytes);
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
      <span className="text-sm">{formatFileSize(i18n.language, file.size)}</span>
    </>
  );
}

/** A preview of an image, or an icon for any other file. */
function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const [brokenFile, setBrokenFile] = useState<File>();
  const isImage = file.type.startsWith("image/") && brokenFile !== file;
  if (!isImage) return <FileIcon className="mx-3 size-6 text-muted-foreground" />;
  return <img src={url} alt="" onError={() => setBrokenFile(file)} className="file-input-preview" />;
}

/** An object URL, revoked on unmount. */
function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}
