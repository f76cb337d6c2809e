import { useId, type ReactNode } from "react";

type CardProps = {
  /** A heading of level 2, which is also the accessible name. */
  title?: ReactNode;
  /** Buttons and links next to the title. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A bordered box. With a title it is a section of the page. */
export function Card({ title, actions, className = "", children }: CardProps) {
  const id = useId();
  const Box = title ? "section" : "div";
  return (
    <Box
      aria-labelledby={title ? id : undefined}
      className={`min-w-0 rounded-surface border border-border bg-surface p-5 ${className}`}
    >
      {title && (
        <header className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id={id} className="min-w-0 font-serif text-lg font-semibold wrap-anywhere">
            {title}
          </h2>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {children}
    </Box>
  );
}
