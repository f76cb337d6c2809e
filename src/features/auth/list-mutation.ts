import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { apiErrorOf } from "#lib/api-error.ts";

/** A mutation that refetches lists after it succeeds. */
export function useListMutation<Input, Output>(
  lists: { queryKey: QueryKey }[],
  mutationFn: (input: Input) => Promise<Output>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => Promise.all(lists.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
  });
}

/** For deletions: it is not an error if what they delete is gone. @throws other errors */
export function ignoreNotFound(error: unknown): void {
  if (apiErrorOf(error)?.code !== "NOT_FOUND") throw error;
}
