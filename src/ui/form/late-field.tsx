import { useHydrated } from "@tanstack/react-router";
import { lazy, Suspense, useState, type ComponentType } from "react";
import { ControlFrame } from "../controls/control-frame.tsx";

/**
 * A field type whose code isn't part of every form. The server renders it with the page, whose hydration waits for the code.
 * In a form that the browser renders, an empty frame takes its place until the code has loaded.
 * @param load imports it in the browser
 * @param onServer is it, already imported
 */
export function lateField<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onServer: ComponentType<Props> | undefined,
): ComponentType<Props> {
  const Field: ComponentType<Props> = onServer ?? lazy(async () => ({ default: await load() }));
  return function LateField(props: Props) {
    // Without a boundary of its own, it is hydrated together with its form. React would discard the content of a boundary if
    // the form was updated in between.
    const isHydrated = useHydrated();
    const [hasBoundary] = useState(isHydrated);
    if (!hasBoundary) return <Field {...props} />;
    return (
      <Suspense fallback={<EmptyControl />}>
        <Field {...props} />
      </Suspense>
    );
  };
}

function EmptyControl() {
  return (
    <ControlFrame>
      <span className="control-input" />
    </ControlFrame>
  );
}
