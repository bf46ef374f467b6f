import { read } from '../read.ts'

/** Whether the doors are open, and what is done of what comes before that. Everything that it lists is done elsewhere. */
export const openingQuery = { ...read('GET /api/opening'), staleTime: 0 }
