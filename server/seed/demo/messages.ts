import { demoId } from './random.ts'
import { dayAt, type Scene } from './scene.ts'

const messages = [
  [
    'Brooke Castille',
    'team-training',
    'Our 12U team is looking for two cages on Tuesday evenings, February to May.',
    5,
  ],
  ['Hector Salinas', 'private-lessons', 'Does Coach Whitfield take pitchers as young as nine?', 3],
  ['Priya Raman', 'facility-tour', 'Could we look around on Saturday morning before we sign up?', 1],
] as const

/** What visitors wrote on the contact page; the oldest is answered. */
export async function addContactMessages(scene: Scene): Promise<void> {
  await scene.tx
    .insertInto('contact_messages')
    .values(
      messages.map(([name, subject, message, daysAgo], index) => ({
        id: demoId('contact message', name),
        name,
        phone: `(409) 555-018${index}`,
        subject,
        message,
        created_at: scene.instant(dayAt(scene, -daysAgo), 10 * 60),
        handled_at: index === 0 ? scene.instant(dayAt(scene, -daysAgo + 1), 11 * 60) : null,
      })),
    )
    .execute()
}
