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
    // On wide screens the actions stay beside a long title.
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 lg:flex-nowrap">
      <div className="grid min-w-0 gap-1">
        <Heading>{title}</Heading>
        {text && <p className="text-muted-foreground">{text}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2 sm:gap-3 lg:shrink-0">{children}</div>}
    </header>
  );
}
