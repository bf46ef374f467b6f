/** What the address of a class's page says; nothing stands for the first page of the sessions to come. */
export interface ClassSearch {
  view?: 'available' | 'past' | 'all' | undefined
  page?: number | undefined
}

/**
 * Keeps what is understood; the rest is named as undefined, because the router keeps what the address says of a key
 * that is left out.
 */
export function readClassSearch({ view, page }: Record<string, unknown>): ClassSearch {
  return {
    view: view === 'available' || view === 'past' || view === 'all' ? view : undefined,
    page: Number.isInteger(page) && Number(page) > 1 ? Number(page) : undefined,
  }
}
