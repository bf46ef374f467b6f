import { read } from '../read.ts'

/** The head of a person's page. */
export const personQuery = (id: string) => ({
  ...read('GET /api/admin/people/:user_id', { user_id: id }),
  staleTime: 0,
})
