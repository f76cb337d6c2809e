import { useId, type ComponentType, type ReactNode } from "react";
import { Button } from "#ui/controls/button.tsx";

export type AccountRowProps = {
  icon?: ComponentType<{ className?: string }>;
  name: ReactNode;
  /** Beside the name. */
  badges?: ReactNode;
  /** What the reader can do with it. */
  actions: { label: string; run: () => void }[];
  /** Below the name, in `FactLine`s. */
  children: ReactNode;
};

/** A row of a list on the account page, for example a session. */
export function AccountRow({ icon: Icon, name, badges, actions, children }: AccountRowProps) {
  const id = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      {Icon && <Icon className="size-5 shrink-0 self-start text-muted-foreground" />}
      <div className="grid min-w-0 flex-1 basis-40 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi id={`${id}-name`} className="font-semibold wrap-anywhere">
            {name}
          </bdi>
          {badges}
        </p>
        {children}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {actions.map(({ label, run }, index) => (
          <Button
            key={label}
            id={`${id}-${index}`}
            aria-labelledby={`${id}-${index} ${id}-name`}
            onClick={run}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** A line of facts in an `AccountRow`. */
export function FactLine({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted-foreground">{children}</p>;
}

/** A fact that is a time. */
export function TimeFact({ time, children }: { time: Date; children: string }) {
  return <time dateTime={time.toISOString()}>{children}</time>;
}

/** A fact that is an IP address, if it is known. */
export function AddressFact({ address }: { address: string | null }) {
  return address && <bdi className="break-all">{address}</bdi>;
}
