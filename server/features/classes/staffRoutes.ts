/** Registrations for class sessions that the desk and admins enter by hand. */

import { manualClassRegistration } from '../../../shared/contract/programs/manualRegistrations.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Refusal } from '../../refusal.ts'
import { birthDateRefusalOf, readRegistrant } from '../households/manualChoice.ts'
import { listOfNames } from '../households/names.ts'
import { staffChange } from '../payments/changes/bookedChange.ts'
import { classRefusalOf } from './classRefusal.ts'
import { registerByHand } from './commands/registerByHand.ts'

export const staffClassEndpoints = [
  endpoint(manualClassRegistration, (call) => {
    const { body } = call
    const choices = { override_reason: body.override_reason }
    return staffChange(call, { choices }, async (tx, { at, terms }) => {
      const registrant = await readRegistrant(tx, body, at)
      if (registrant instanceof Refusal) return registrant
      const { class_instance_id: sessionId, status, paid_by: paidBy } = body
      const made = await registerByHand(tx, { sessionId, registrant, status, paidBy }, at, terms)
      if (made instanceof Refusal) return made
      const names = listOfNames(registrant.people.map(({ name }) => name))
      const sessions = made.map(
        ({ class_name, class_date, start_time }) =>
          `${class_name}, ${formatDay(class_date)}, ${formatWallTime(start_time)}`,
      )
      return {
        message: `Registered for ${sessions[0] ?? ''}: ${names}.`,
        registrations: made.map(({ registrationId, participant }) => ({
          registration_id: registrationId,
          participant,
        })),
      }
    }).catch((error) => birthDateRefusalOf(error) ?? classRefusalOf(error))
  }),
]
