import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { ControlFrame } from "../control-frame.tsx";
import type { SelectProps } from "./props.ts";

const load = async () => ({ default: (await import("./select.tsx")).Select });
// The server renders it whole, and the browser keeps that until it has the script: nothing moves, and typed text stays.
const LoadedSelect = import.meta.env.SSR ? (await load()).default : lazy(load);

/** A `Select` for a page that can be used without it: it is loaded when the rest of the page is hydrated. */
export function LateSelect(props: SelectProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isHydrated, setHydrated] = useState(false);

  // React stops events of what isn't hydrated. Until then, the buttons lead to the input, which takes text.
  useEffect(() => {
    if (isHydrated) return undefined;
    const focusInput = ({ target }: Event) => {
      const element = container.current;
      if (target instanceof Node && element?.contains(target))
        element.querySelector<HTMLElement>("[role=combobox]")?.focus();
    };
    addEventListener("click", focusInput, true);
    return () => removeEventListener("click", focusInput, true);
  }, [isHydrated]);

  const select = (
    <Suspense
      fallback={
        <ControlFrame>
          <span className="control-input" />
        </ControlFrame>
      }
    >
      <LoadedSelect {...props} />
      <Hydrated onHydrated={() => setHydrated(true)} />
    </Suspense>
  );
  // React would replace what the server rendered if it got other props before it is hydrated.
  const [first] = useState(select);

  return (
    <div ref={container} className="contents">
      {isHydrated ? select : first}
    </div>
  );
}

/** Calls a function when the part of the page that contains it is hydrated. */
function Hydrated({ onHydrated }: { onHydrated: () => void }) {
  const call = useEffectEvent(onHydrated);
  useEffect(() => call(), []);
  return null;
}
