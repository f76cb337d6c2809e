import { type ComponentProps, lazy, Suspense } from "react";

// Only browsers on this machine get them. The server loads them first, so that they are never streamed, which would need JavaScript.
const load = () => import("./hints.tsx");
const loaded = import.meta.env.SSR ? await load() : undefined;
const LoginPart = loaded?.LoginHint ?? lazy(async () => ({ default: (await load()).LoginHint }));
const VerifyPart = loaded?.VerifyHint ?? lazy(async () => ({ default: (await load()).VerifyHint }));

/** `LoginHint`, whose code is loaded with it. */
export function LoginHint(props: ComponentProps<typeof LoginPart>) {
  return (
    <Suspense>
      <LoginPart {...props} />
    </Suspense>
  );
}

/** `VerifyHint`, whose code is loaded with it. */
export function VerifyHint(props: ComponentProps<typeof VerifyPart>) {
  return (
    <Suspense>
      <VerifyPart {...props} />
    </Suspense>
  );
}
