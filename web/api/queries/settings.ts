import { read } from '../read.ts'

/** Everything that the facility's owner can set. */
export const facilitySettingsQuery = { ...read('GET /api/settings/facility'), staleTime: 0 }
