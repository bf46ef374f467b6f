import { getAuditSeal } from '../../../shared/contract/auditSeal.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { readSealState } from './sealState.ts'

export const auditSealEndpoints = [
  endpoint(getAuditSeal, async ({ context }) => reply(await readSealState(context))),
]
