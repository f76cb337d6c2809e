import { Button } from "./button.tsx";

type LoadMoreProps = { label: string; isLoading: boolean; onLoad: () => Promise<unknown> };

/** Brings the next page of a list. */
export function LoadMore({ label, isLoading, onLoad }: LoadMoreProps) {
  return (
    <p className="mt-10 flex justify-center">
      <Button onClick={() => void onLoad()} disabled={isLoading} aria-busy={isLoading}>
        {isLoading && <span className="spinner size-4" aria-hidden />}
        {label}
      </Button>
    </p>
  );
}
