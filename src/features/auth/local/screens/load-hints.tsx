import { type ComponentProps, lazy, Suspense } from "react";

// Only browsers on this machine get it. The server loads it first, so that it is never streamed, which would need JavaScript.
const load = () => import("./hints.tsx");
const Hint = import.meta.env.SSR ? (await load()).default : lazy(load);

/** The hint of a login page, whose code is loaded with it. */
export function LocalHint(props: ComponentProps<typeof Hint>) {
  return (
    <Suspense>
      <Hint {...props} />
    </Suspense>
  );
}
