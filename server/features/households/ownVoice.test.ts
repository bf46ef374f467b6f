import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { renderMessage } from '../messages/render.ts'
import type { MessageTemplate } from '../messages/templates/template.ts'
import { builtInTemplates } from '../messages/templates.ts'
import { readActor } from './told.ts'

let app: TestApp
const actors = new Map<string, Person>()
const roles = ['user', 'desk', 'coach', 'admin'] as const
beforeAll(async () => {
  app = await startTestApp()
  for (const role of roles) actors.set(role, await addPerson(app, { role, name: `Alex ${role}` }))
})
afterAll(() => app.close())

const verbs = ['moved', 'changed', 'canceled'] as const
const nouns = ['cage', 'cages', 'lesson', 'registration']
const participants = ['', 'Mia Parker']
/** Words of a mail about what somebody else has done. */
const ofOthers =
  /front desk|\bWe (moved|changed|canceled)|Coach \w+ (moved|changed|canceled)|Sorry|work for you|suit you/

const readerOf = (person: Person, participantName: string) => ({
  ...{ userId: person.id, name: 'Jo Parent', email: 'jo@example.test', phone: null },
  ...{ participantName, isPayer: true },
})
const combinations = roles.flatMap((role) =>
  verbs.flatMap((verb) => nouns.flatMap((noun) => participants.map((name) => ({ role, verb, noun, name })))),
)

describe('who did it', () => {
  test.for(combinations)(
    '$role $verb the $noun of "$name": told right to the actor and to another',
    async (of) => {
      const actor = actors.get(of.role)
      const other = actors.get(of.role === 'user' ? 'desk' : 'user')
      if (!actor || !other) throw new Error('An actor is missing.')
      const tell = await readActor(app.db, actor.id)
      const own = tell(readerOf(actor, of.name), of.verb, of.noun)
      expect(own).toEqual({ isReader: true, heading: `You ${of.verb} it, Jo.` })
      const told = tell(readerOf(other, of.name), of.verb, of.noun)
      expect(told.isReader).toBe(false)
      expect(told.heading).not.toMatch(/^You /)
      expect(told.heading).toContain(of.name === '' ? `your ${of.noun}` : `${of.name}’s ${of.noun}`)
      const who = { user: 'Alex user ', coach: 'Coach Alex coach ', desk: 'We ', admin: 'We ' }[of.role]
      expect(told.heading.startsWith(who)).toBe(true)
    },
  )

  test('nobody is named where the system acts', async () => {
    const [person] = [...actors.values()]
    if (!person) throw new Error('An actor is missing.')
    const tell = await readActor(app.db, null)
    expect(tell(readerOf(person, ''), 'canceled', 'cages').heading).toBe('Your cages were canceled.')
  })

  const withActor = Object.entries(builtInTemplates as Record<string, MessageTemplate>).filter(
    ([, { sample }]) => 'heading' in sample,
  )

  test('every message with an actor is known here', () => {
    expect(withActor.map(([name]) => name).sort()).toEqual([
      'booking-canceled',
      'booking-changed',
      'camp-canceled',
      'class-canceled',
      'lesson-canceled',
      'lesson-changed',
    ])
  })

  test.for(withActor.flatMap(([name, kind]) => participants.map((who) => ({ name, kind, who }))))(
    'the actor’s own $name for "$who" speaks of nobody else',
    async ({ kind, who }) => {
      const own = { heading: 'You moved it, Jo.', question: '', note: '', participant_name: who }
      const sender = { facility: await app.context.facility.get(), siteUrl: 'https://cages.test' }
      const mail = renderMessage(kind, { ...kind.sample, ...own }, sender)
      const body = mail.html.slice(mail.html.indexOf('<body'))
      for (const part of [mail.subject, body, mail.text]) expect(part).not.toMatch(ofOthers)
      expect(body).toContain('You moved it, Jo.')
    },
  )
})
