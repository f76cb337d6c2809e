import { useState, type ClipboardEvent, type ComponentProps } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { CloseIcon, FileIcon, UploadIcon } from "../icons.ts";
import { matchesAccept } from "./matches-accept.ts";
import { IconButton } from "./button.tsx";
import { FieldError } from "./field.tsx";
import { formatFileSize } from "./file-size.ts";

type FileInputProps = Omit<
  ComponentProps<"input">,
  "id" | "type" | "value" | "onChange" | "multiple" | "readOnly"
> & {
  id: string;
  /** A chosen file, or what is known of a stored one. */
  value: Pick<File, "name" | "size"> | null;
  onChange(value: File | null): void;
  /** Gets why a file is rejected, and nothing when that no longer applies. Without it, the input shows it itself. */
  onReject?: (message?: string) => void;
  maxBytes?: number;
};

/**
 * A file, dropped, chosen or pasted, with its name and size. For a file that `accept` or `maxBytes`
 * excludes it shows an error. It doesn't upload anything.
 */
export function FileInput({
  id,
  value,
  onChange,
  onReject,
  maxBytes = Infinity,
  className = "",
  ...props
}: FileInputProps) {
  const { t, i18n } = useTranslation("components");
  const [error, setError] = useState<string>();
  const report = onReject ?? setError;
  const isInvalid = Boolean(props["aria-invalid"] || error);
  const [isDragOver, setDragOver] = useState(false);
  const Icon = value ? FileIcon : UploadIcon;
  const formatSize = (bytes: number) => formatFileSize(i18n.language, bytes);

  function validate({ name, type, size }: File): string | undefined {
    const fileName = isolate(name);
    if (!matchesAccept(props.accept, { name, type })) return t("fileInput.notAccepted", { name: fileName });
    if (size <= maxBytes) return undefined;
    return t("fileInput.tooLarge", { name: fileName, size: formatSize(size), limit: formatSize(maxBytes) });
  }

  function select(file: File | undefined) {
    if (!file) return;
    const problem = validate(file);
    report(problem);
    if (!problem) onChange(file);
  }

  function paste(event: ClipboardEvent) {
    const [file] = event.clipboardData.files;
    if (!file || props.disabled) return;
    event.preventDefault();
    select(file);
  }

  function remove() {
    report(undefined);
    onChange(null);
    document.getElementById(id)?.focus();
  }

  return (
    <div className={`grid gap-2 ${className}`} onPaste={paste}>
      <div
        className="relative flex min-h-22 items-center gap-3 rounded-control border border-dashed border-control bg-surface p-3 outline-offset-2 outline-focus has-[>input:disabled]:border-border has-[>input:disabled]:bg-muted has-[>input:disabled]:text-muted-foreground has-[>input:focus-visible]:outline-2 has-[>input:hover:not(:disabled)]:bg-muted has-[>input[aria-invalid=true]]:border-danger data-drag-over:border-solid data-drag-over:border-accent data-drag-over:bg-muted"
        data-drag-over={isDragOver || undefined}
      >
        {/* Transparent and as large as the box: dropping, choosing and keyboard are native. */}
        <input
          {...props}
          id={id}
          type="file"
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-auto"
          value=""
          onChange={(event) => select(event.currentTarget.files?.[0])}
          onDragEnter={() => setDragOver(true)}
          onDragLeave={() => setDragOver(false)}
          onDrop={() => setDragOver(false)}
          aria-invalid={isInvalid || undefined}
          aria-describedby={`${props["aria-describedby"] ?? ""} ${id}-file ${id}-file-error`.trim()}
        />
        <Icon className="mx-3 size-6 text-muted-foreground" />
        <div id={`${id}-file`} className="grid min-w-0 flex-1 wrap-anywhere">
          <span className="line-clamp-2 font-semibold">
            {value ? <bdi>{value.name}</bdi> : t("fileInput.choose")}
          </span>
          {value && <span className="text-sm">{formatSize(value.size)}</span>}
          <span className="text-sm text-muted-foreground">
            {value ? t("fileInput.replace") : t("fileInput.hint")}
          </span>
        </div>
        {(value || isInvalid) && (
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
