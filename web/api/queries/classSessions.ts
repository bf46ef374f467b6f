import { queryKeys } from '../queryKeys.ts'
import { read } from '../read.ts'

/** What is read of one session stands below it. */
export const sessionKey = (id: string) => [...queryKeys.staff, 'class-instances', id]

/** One session with everybody who has or had a seat in it. */
export const sessionSeatsQuery = (id: string) => ({
  ...read('GET /api/admin/class-instances/:instance_id_param/registrations', { instance_id_param: id }),
  staleTime: 0,
})
