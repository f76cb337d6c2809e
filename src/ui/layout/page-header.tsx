import type { ReactNode } from "react";
import { Heading } from "./heading.tsx";

type PageHeaderProps = {
  title: ReactNode;
  /** A sentence below the title. */
  text?: ReactNode;
  /** Actions: buttons and links. */
  children?: ReactNode;
};

export function PageHeader({ title, text, children }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid gap-1">
        <Heading>{title}</Heading>
        {text && <p className="text-muted-foreground">{text}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2 sm:gap-3">{children}</div>}
    </header>
  );
}
