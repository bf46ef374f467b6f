/** The facility's doors, and what is done before they open (decision 46, decision record 089). */

import { z } from 'zod'
import { type OpeningStepKey, openingSteps } from '../../domain/facility/openingSteps.ts'
import { id, instant } from '../fields.ts'
import { route } from '../route.ts'
import { oneLine } from '../text.ts'
import { hitList } from './closures.ts'

const stepKey = z.enum(Object.keys(openingSteps) as [OpeningStepKey, ...OpeningStepKey[]])

export const openingStep = z.object({
  key: stepKey,
  needed: z.boolean().meta({ description: 'The doors stay closed without it.' }),
  done: z.boolean(),
  fact: z.string().meta({ description: "What there is, e.g. '4 cages'; empty where nothing is to be said." }),
})
export type OpeningStep = z.infer<typeof openingStep>

export const opening = z.object({
  opened_at: instant.nullable().meta({ description: 'When the doors opened for the first time.' }),
  closed_at: instant.nullable().meta({ description: 'When they closed again; null while they are open.' }),
  closed_reason: z.string(),
  dismissed: z.boolean().meta({ description: 'The staff’s first page no longer shows the list.' }),
  steps: z.array(openingStep),
})
export type Opening = z.infer<typeof opening>

export const getOpening = route({
  operationId: 'get-opening',
  call: 'GET /api/opening',
  access: 'admin',
  summary: 'Whether the doors are open, and what is done of what an owner does before that',
  answer: opening,
})

export const openDoors = route({
  operationId: 'open-doors',
  call: 'POST /api/opening/open',
  access: 'admin',
  summary:
    'Opens the doors: from now on the public can book. Refused while something that is needed is missing',
  answer: opening,
  errors: ['not_ready_to_open', 'doors_open_already'],
})

export const previewClosingDoors = route({
  operationId: 'preview-closing-doors',
  call: 'GET /api/opening/close',
  access: 'admin',
  summary: 'What is booked from now on, and how many people are members, before the doors close',
  answer: z.object({ booked: hitList, members: z.number().int() }),
})

export const closeDoors = route({
  operationId: 'close-doors',
  call: 'POST /api/opening/close',
  access: 'admin',
  grave: true,
  summary: 'Closes the doors again: nobody can book, and what is booked stays or is canceled',
  body: z.object({
    reason: oneLine(200).meta({
      description: 'What the public reads, and what is written to whom it concerns.',
    }),
    on_hits: z.enum(['keep', 'cancel']),
    fingerprint: z.string().max(100).meta({ description: 'Of the list that was shown.' }),
  }),
  answer: z.object({ opening, run_id: id.nullable() }),
  errors: ['doors_closed_already', 'closure_hits_changed'],
})

export const dismissOpeningList = route({
  operationId: 'dismiss-opening-list',
  call: 'POST /api/opening/list',
  access: 'admin',
  summary: 'Takes the list from the staff’s first page, or puts it back',
  body: z.object({ dismissed: z.boolean() }),
  answer: opening,
})

export const getOwnFacility = route({
  operationId: 'get-own-facility',
  call: 'GET /api/own-facility',
  access: 'desk',
  summary: 'Whether this is a demo that can be left for a facility of one’s own',
  answer: z.object({ possible: z.boolean() }),
})

export const startOwnFacility = route({
  operationId: 'start-own-facility',
  call: 'POST /api/own-facility',
  access: 'admin',
  grave: true,
  summary:
    'Stops the demo and starts an empty facility in a folder of its own. The demo keeps its files, and all are signed out',
  status: 204,
  answer: z.null(),
  errors: ['not_the_demo'],
})
