const collator = new Intl.Collator('en-US', { numeric: true })

/** The order in which people count cages: Cage 2 before Cage 10. */
export const byCageName = (a: string, b: string): number => collator.compare(a, b)
