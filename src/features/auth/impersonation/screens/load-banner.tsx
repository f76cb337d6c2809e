import { type ComponentProps, lazy, Suspense } from "react";

// Few pages have it. The server loads it first, so that it is never streamed, which would need JavaScript.
const loadBanner = () => import("./impersonation-banner.tsx");
const Banner = import.meta.env.SSR ? (await loadBanner()).default : lazy(loadBanner);

/** The banner, whose code is loaded with it. */
export function ImpersonationBanner(props: ComponentProps<typeof Banner>) {
  return (
    <Suspense>
      <Banner {...props} />
    </Suspense>
  );
}
