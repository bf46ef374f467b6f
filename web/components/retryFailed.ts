/** Asks again for what failed, and only for that. */
export function retryFailed(
  ...queries: readonly { readonly error: Error | null; readonly refetch: () => Promise<unknown> }[]
): void {
  for (const query of queries) if (query.error) void query.refetch()
}
