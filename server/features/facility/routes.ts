import { getFacility } from '../../../shared/contract/facility.ts'
import { endpoint, reply } from '../../http/endpoint.ts'

export const facilityEndpoints = [
  endpoint(getFacility, async ({ context }) => reply(await context.facility.get())),
]
