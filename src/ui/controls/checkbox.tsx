import type { ComponentProps, ReactNode } from "react";

type OptionRowProps = ComponentProps<"input"> & { label: ReactNode; labelId?: string };

/** A checkbox or radio button with its label. The whole row is clickable. base.css draws the control. */
export function OptionRow({ label, labelId, className = "", ...props }: OptionRowProps) {
  return (
    <label
      className={`flex min-h-control w-fit max-w-full items-start gap-3 py-[calc((var(--control-height)-1lh)/2)] has-[input:disabled]:opacity-60 ${className}`}
    >
      <input
        className="mt-[calc((1lh-1.125rem)/2)] aria-invalid:border-danger in-[[aria-invalid=true]]:border-danger"
        {...props}
      />
      <span id={labelId} className="min-w-0 wrap-anywhere">
        {label}
      </span>
    </label>
  );
}

/** A checkbox with its label. */
export function Checkbox(props: Omit<OptionRowProps, "type">) {
  return <OptionRow type="checkbox" {...props} />;
}
