import { use } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { FileInput } from "../controls/file-input.tsx";
import { Progress } from "../display/progress.tsx";
import { useControlledField, useValueField, type ControlProps } from "./controlled-field.ts";
import { FormContext } from "./form-context.ts";

type UploadFieldProps = ControlProps<typeof FileInput> & {
  /** While the form's `onSubmit` uploads the file: the sent share, from 0 to 1. */
  progress?: number | undefined;
};

/**
 * A file that the form's `onSubmit` uploads; the value is the chosen `File`, or `null`. A file that `accept` or `maxBytes` excludes is
 * reported on the field, and the form isn't sent until another one is chosen or it is removed.
 */
export function UploadField({ progress, ...props }: UploadFieldProps) {
  const { t } = useTranslation("components");
  const { field, attributes } = useControlledField();
  const { reject } = use(FormContext) ?? {};
  return (
    <div className="grid gap-3">
      <FileInput
        {...useValueField(null)}
        id={attributes.id}
        onReject={(message) => reject?.(field.name, message)}
        {...props}
      />
      {progress !== undefined && <Progress label={t("fileInput.uploading")} value={progress} />}
    </div>
  );
}
