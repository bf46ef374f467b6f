import { read } from '../read.ts'

/** Every message's texts, for admins. */
export const emailTemplatesQuery = { ...read('GET /api/admin/email-templates'), staleTime: 0 }
